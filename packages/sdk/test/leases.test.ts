import { virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { accept, admissions } from './support/admissions.ts';

// A lease within the process would end while nothing was read from its sockets.

test('requests in flight still count after the computer has slept for an hour [AUTH-7]', async () => {
  const clock = virtualClock();
  const { enter } = admissions({ clock });
  accept(await enter({ timeoutMs: 1000 }));
  for (let request = 0; request < 4; request++) await enter({ timeoutMs: 1000 });
  // The clock jumps before a timer has run or a socket was read.
  await clock.set(clock.now() + 3_600_000);
  let wasSent = false;
  void enter({ timeoutMs: 1000 }).then(() => {
    wasSent = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(wasSent).toBe(false);
});

test('requests whose responses wait behind a blocked event loop keep their slots [LIM-1]', async () => {
  const clock = virtualClock();
  const { enter, state } = admissions({ clock, limit: 4, windowMs: 1000, isProtected: false });
  for (let request = 0; request < 4; request++) await enter({ timeoutMs: 100 });
  let wasSent = false;
  enter({ timeoutMs: 100 }).then(() => {
    wasSent = true;
  });
  await clock.advance(1_250);
  await new Promise((resolve) => setImmediate(resolve));
  expect({ wasSent, used: state().used }).toEqual({ wasSent: false, used: 4 });
});
