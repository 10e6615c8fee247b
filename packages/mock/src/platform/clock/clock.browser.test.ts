import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { serviceClockOf } from './service-clock.ts';

test('in a browser, an auto clock jumps over hours of sleeps', async () => {
  const clock = virtualClock({ now: 0, auto: true });
  const walk = async (pause: number) => {
    for (let i = 0; i < 100; i++) await clock.sleep(pause);
  };
  await Promise.all([walk(60_000), walk(90_000)]);
  expect(clock.now()).toBe(100 * 90_000);
});

test('in a browser, an auto clock does not jump while it is paused', async () => {
  const clock = virtualClock({ now: 0, auto: true });
  const release = serviceClockOf(clock).pause();
  let isAwake = false;
  const asleep = clock.sleep(1000).then(() => {
    isAwake = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isAwake).toBe(false);
  release();
  await asleep;
});

test('in a browser, an auto clock does not jump while a client reads a cloned response', async () => {
  const mock = createMock({ clock: virtualClock({ now: 0, auto: true }), rateLimit: false });
  const fetch: typeof mock.fetch = async (...sent) => (await mock.fetch(...sent)).clone();
  const client = new IssueTrackingClient({ ...mock.clientOptions, fetch, retry: false });
  for (let call = 0; call < 100; call++) await client.issues.list('prj_web');
  expect(mock.clock.now()).toBe(0);
});
