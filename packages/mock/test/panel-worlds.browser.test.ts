import { createMock, defaultWorld, type MockOptions } from '@issue-tracking/mock';
import fc from 'fast-check';
import { h, render } from 'preact';
import { expect, onTestFinished, test, vi } from 'vitest';
import { firstSeed, runs } from '../../../tools/testing/seeds.ts';
import { Shell } from '../panel/shell/shell.tsx';
import { Panel } from '../panel/state/panel.ts';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { generatedPulledWorld } from './generated-world.ts';

const views = ['requests', 'failures', 'time'];
const parts = [
  'overview',
  'comments',
  'console',
  'network',
  'screenshots',
  'actions',
  'environment',
  'requests',
  'edit',
];

/** Shows every view of a mock, and every part of each issue. @returns the places that could not be shown. */
async function failedPlaces(options: MockOptions): Promise<string[]> {
  const mock = createMock(options);
  const errors: string[] = [];
  const { error } = console;
  console.error = (thrown: unknown) => void errors.push(String(thrown));
  const panel = new Panel(directTransport(mock));
  const root = document.createElement('div');
  render(h(Shell, { panel }), root);
  const failed: string[] = [];
  const show = async (place: string, isThere: () => boolean) => {
    panel.go(place);
    await vi.waitFor(
      () => {
        if (root.querySelector('[role=alert]') === null && !isThere())
          throw new Error(`${place} is not there: ${root.textContent}`);
      },
      { interval: 2, timeout: 20_000 },
    );
    if (root.querySelector('[role=alert]') !== null) failed.push(`${place}: ${errors.splice(0).join('; ')}`);
  };
  try {
    for (const view of views)
      await show(view, () => root.querySelector(`main.${view} h2, main.${view} input`) !== null);
    for (const { id } of mock.world.organizations.find())
      await show(
        `data//${encodeURIComponent(id)}`,
        () => root.querySelector('section[aria-label="API keys"]') !== null,
      );
    for (const { id } of mock.world.projects.find()) {
      const issues = mock.world.issues.find({ projectId: id });
      await show(`data/${encodeURIComponent(id)}`, () => /\d issues/.test(root.textContent));
      for (const { issueNumber } of issues) {
        for (const part of parts) {
          const isThere = () =>
            root.querySelector(`.tabs [aria-current]`)?.getAttribute('href')?.endsWith(part) ?? false;
          await show(`data/${encodeURIComponent(id)}/${issueNumber}/${part}`, isThere);
        }
      }
    }
  } finally {
    console.error = error;
    render(null, root);
    panel.stop();
  }
  return failed;
}

/** Pulled data of a service that keeps v1, in one of the two variants of its list items (RES-2). */
function pulled(members: object, list: string[]): MockOptions {
  const detail = ['issueNumber', 'title', 'status', 'priority', 'labels'];
  const issue = {
    issueNumber: 1,
    title: 'Hangs',
    status: 'open',
    priority: 'high',
    ...members,
    shows: { list, detail },
  };
  return {
    world: {
      form: 'pulled',
      organizations: [{ id: '7', slug: 'acme', projects: [{ id: 'p1', name: 'Web', issues: [issue] }] }],
    },
  };
}

test.each<[string, MockOptions]>([
  ['the default world', { world: defaultWorld() }],
  ['pulled, with reporters in lists', pulled({ reporterName: 'Ada' }, ['issueNumber', 'title', 'reporterName'])],
  ['pulled, with labels in lists', pulled({ labels: ['bug'] }, ['issueNumber', 'title', 'labels', 'assigneeName'])],
  [
    'pulled, with nothing but numbers',
    {
      world: {
        form: 'pulled',
        organizations: [{ id: '7', slug: 'a', projects: [{ id: 'p', issues: [{ issueNumber: 1 }] }] }],
      },
    },
  ],
])('the panel shows all parts of a world: %s [RES-2]', async (_name, options) => {
  expect(await failedPlaces(options)).toEqual([]);
});

test('the panel shows any pulled world', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(generatedPulledWorld, async (world) => {
      expect(await failedPlaces({ world })).toEqual([]);
    }),
    { numRuns: runs(10, 200), seed: firstSeed },
  );
});

test('a view that fails shows an error in its place, and the other views still work', async () => {
  const mock = createMock();
  const transport = directTransport(mock);
  const panel = new Panel({
    ...transport,
    call: async (method, input) =>
      method === 'world.projects.find' ? { data: [null] } : transport.call(method, input),
  });
  const root = document.createElement('div');
  const { error } = console;
  console.error = () => {};
  render(h(Shell, { panel }), root);
  onTestFinished(() => {
    console.error = error;
    render(null, root);
    panel.stop();
  });
  panel.go('data');
  await vi.waitFor(() => expect(root.querySelector('main')?.textContent).toContain('Data can’t be shown'));
  panel.go('failures');
  await vi.waitFor(() => expect(root.querySelector('main h2')?.textContent).toBe('Failures'));
});
