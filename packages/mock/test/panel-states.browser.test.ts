import { createMock, virtualClock } from '@issue-tracking/mock';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { client, start, world } from './fixture.ts';
import { enter, press, showPanel } from './shown-panel.ts';

beforeEach(() => page.viewport(1280, 800));

function show() {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }) });
  const { view, panel, root } = showPanel(directTransport(mock));
  return {
    mock,
    view,
    panel,
    root,
    button: (name: RegExp | string) => view.getByRole('button', { name }),
    ...client(mock.fetch, mock.baseUrl),
  };
}

test('a state is saved under a name, restored, and deleted; a restore is undone', async () => {
  const { mock, view, button } = show();
  const title = () => mock.world.issues.find({ projectId: 'prj_web', issueNumber: 1 })[0]?.title;
  await press(button('States'));
  await enter(view.getByLabelText('Name of the state'), 'Before the demo');
  await press(button('Save'));
  await expect.element(view.getByRole('status')).toMatchTextContent('Saved “Before the demo”');
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { title: 'Another' });
  await press(button('Restore Before the demo'));
  await expect.poll(title).toBe('Checkout hangs');
  await press(view.getByRole('status').getByRole('button', { name: /^Undo/ }));
  await expect.poll(title).toBe('Another');
  await press(button('States'));
  await press(button('Delete Before the demo'));
  await expect.element(button('Restore Before the demo')).not.toBeInTheDocument();
  await press(button(/^Reset/));
  await expect.poll(title).toBe('Checkout hangs');
});

test('a state is opened in another mock: records, failures, clock and settings', async () => {
  const [one, other] = [show(), show()];
  one.mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { title: 'Shared' });
  one.mock.faults.add({ endpoint: 'issues.get', status: 503, times: 3 });
  one.mock.settings.change({ latencyMs: 1, scenario: 'empty' });
  await one.mock.clock.advance(3_600_000);
  const file = new File([JSON.stringify(await one.panel.call('state.file'))], 'shared.json');
  const input = other.root.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input for files');
  await userEvent.upload(input, file);
  await expect.poll(() => other.mock.settings.latencyMs).toBe(1);
  expect(other.mock.world.issues.find({ projectId: 'prj_web', issueNumber: 1 })[0]?.title).toBe('Shared');
  expect(other.mock.faults.list()).toMatchObject([{ fault: { endpoint: 'issues.get', status: 503 }, remaining: 3 }]);
  expect([other.mock.scenario, other.mock.clock.now()]).toEqual(['empty', Date.parse(start) + 3_600_000]);
  await press(other.view.getByRole('status').getByRole('button', { name: /^Undo/ }));
  await expect.poll(() => other.mock.faults.list()).toEqual([]);
});

test('a file that is no state changes nothing, and says why', async () => {
  const { mock, root, view } = show();
  const input = root.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input for files');
  const before = JSON.stringify(mock.exportWorld());
  for (const text of ['{ "faults": ', '{ "format": "something else" }']) {
    await userEvent.upload(input, new File([text], 'broken.json'));
    await expect
      .element(
        view
          .getByRole('status')
          .getByText(/JSON|format|file|state/i)
          .first(),
      )
      .toBeVisible();
  }
  expect(JSON.stringify(mock.exportWorld())).toBe(before);
});
