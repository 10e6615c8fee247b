import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { controlApiInProcess } from '../../src/control-api/in-process.ts';
import { UndoHistory } from './undo-history.ts';

function panel(mock = createMock()) {
  const { send } = controlApiInProcess(mock);
  const history = new UndoHistory(async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body);
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
    return answer.body as Body;
  });
  const latency = (latencyMs: number) =>
    history.make(`Latency ${latencyMs}`, () => send('PATCH', 'settings', { latencyMs }));
  return { mock, history, latency };
}

test('undo() undoes the changes from the last to the first, without confirmation if no other client made changes', async () => {
  const { mock, history, latency } = panel();
  await latency(1);
  await latency(2);
  await latency(3);
  const seen = [];
  while (history.changes.value.length > 0) seen.push([(await history.undo())?.label, mock.settings.latencyMs]);
  expect(seen).toEqual([
    ['Latency 3', 2],
    ['Latency 2', 1],
    ['Latency 1', 0],
  ]);
  expect(await history.undo()).toBeUndefined();
});

test('undo() needs confirmation, with the number of changes by other clients that it undoes too', async () => {
  const { mock, history, latency } = panel();
  await latency(1);
  mock.faults.add({ status: 500 });
  mock.faults.add({ status: 501 });
  await latency(2);
  await history.undo();
  expect(mock.faults.list()).toHaveLength(2);
  mock.faults.add({ status: 502 });
  const declined = history.undo();
  await expect.poll(() => history.confirmation.value?.laterChanges).toBe(3);
  history.confirmation.value?.resolve(false);
  expect([await declined, history.changes.value.length, mock.faults.list().length]).toEqual([undefined, 1, 3]);
  const confirmed = history.undo();
  await expect.poll(() => history.confirmation.value?.label).toBe('Latency 1');
  history.confirmation.value?.resolve(true);
  expect((await confirmed)?.label).toBe('Latency 1');
  expect([mock.settings.latencyMs, mock.faults.list().length, history.confirmation.value]).toEqual([0, 0, undefined]);
});

test('concurrent changes are undone one by one', async () => {
  const { mock, history, latency } = panel();
  await Promise.all([latency(1), latency(2)]);
  await history.undo();
  expect(mock.settings.latencyMs).toBe(1);
});

test('only an action that changed the mock can be undone, even if it failed', async () => {
  const { mock, history } = panel();
  await history.make('Nothing', async () => {});
  await expect(
    history.make('Half', async () => {
      mock.faults.add({ status: 500 });
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(history.changes.value.map(({ label }) => label)).toEqual(['Half']);
  await history.undo();
  expect(mock.faults.list()).toEqual([]);
});
