import { virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

test('in a page, too, hours of waiting pass by themselves', async () => {
  const clock = virtualClock({ now: 0, auto: true });
  const walk = async (pause: number) => {
    for (let i = 0; i < 100; i++) await clock.sleep(pause);
  };
  await Promise.all([walk(60_000), walk(90_000)]);
  expect(clock.now()).toBe(100 * 90_000);
});

test('in a page, too, it stands still while it is held', async () => {
  const clock = virtualClock({ now: 0, auto: true });
  const release = clock.pause();
  let isAwake = false;
  const asleep = clock.sleep(1000).then(() => {
    isAwake = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isAwake).toBe(false);
  release();
  await asleep;
});
