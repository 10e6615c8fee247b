import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { isLong } from '../../../tools/testing/seeds.ts';

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

test('500 calls on a virtual clock do not block the event loop', async () => {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  const client = new IssueTrackingClient(mock.clientOptions);
  const loop = turns();
  await Promise.all(Array.from({ length: 500 }, () => client.issues.get('prj_web', 1)));
  expect(loop.stop(), 'one for about 50 calls').toBeGreaterThan(7);
});

const queued = isLong ? 20_000 : 2_000;

test('thousands of queued calls with one signal end in batches, each as a call of its own', async () => {
  const mock = createMock({ clock: virtualClock() });
  const client = new IssueTrackingClient({ ...mock.clientOptions, logLevel: 'off' });
  await client.projects.list();
  const abort = new AbortController();
  const { signal } = abort;
  const calls = Array.from({ length: queued }, () =>
    client.issues.get('prj_web', 1, { signal }).catch((error) => error),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const loop = turns();
  abort.abort();
  const ends = await Promise.all(calls);
  expect(ends.filter((end) => end.name === 'AbortError' && !end.sent).length).toBeGreaterThan(queued - 200);
  expect(loop.stop(), 'a turn for each batch').toBeGreaterThanOrEqual(queued / 1000);
  expect(client.rateLimit.queued).toBe(0);
});
