import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';

/** Counts the turns of the event loop until `stop`. */
function turns() {
  let [count, isOver] = [0, false];
  const turn = () => {
    count++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop() {
      isOver = true;
      return count;
    },
  };
}

test('2,000 calls on a virtual clock do not block the event loop', async () => {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  const client = new IssueTrackingClient(mock.clientOptions);
  const loop = turns();
  await Promise.all(Array.from({ length: 2_000 }, () => client.issues.get('prj_web', 1)));
  expect(loop.stop(), 'one for about 50 calls').toBeGreaterThan(30);
});

test('20,000 queued calls with one signal end in batches, each as a call of its own', async () => {
  const mock = createMock({ clock: virtualClock() });
  const client = new IssueTrackingClient({ ...mock.clientOptions, logLevel: 'off' });
  await client.projects.list();
  const abort = new AbortController();
  const { signal } = abort;
  const calls = Array.from({ length: 20_000 }, () =>
    client.issues.get('prj_web', 1, { signal }).catch((error) => error),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const loop = turns();
  abort.abort();
  const ends = await Promise.all(calls);
  expect(ends.filter((end) => end.name === 'AbortError' && !end.sent).length).toBeGreaterThan(19_800);
  expect(loop.stop(), 'a turn for each batch').toBeGreaterThanOrEqual(20);
  expect(client.rateLimit.queued).toBe(0);
});
