import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyOfWindows, recordIn, viewOf, type Windows, waitIn } from './rate-window.ts';

const windowMs = 60_000;
const rate = { requests: 3, windowMs };

/** Returns functions for a window with requests at these times. */
function filled(...times: number[]) {
  const windows: Windows = new Map();
  const record = (now: number) => recordIn(windows, 'key', rate, now);
  for (const time of times) record(time);
  const wait = (now: number) => waitIn(windows, 'key', rate, now);
  return { windows, record, wait, view: (now: number) => viewOf(windows, 'key', rate, now) };
}

test('a full window admits one more request when its oldest is one window old [LIM-1] [GAP-38]', () => {
  const { wait, record } = filled(1000, 2000, 3000);
  expect(wait(4000)).toBe(57_000);
  expect(wait(60_999)).toBe(1);
  expect(wait(61_000)).toBe(0);
  record(61_000);
  expect(wait(61_000)).toBe(1000);
});

test('after the clock is set back, requests in the future count as made now [LIM-1]', () => {
  const month = 30 * 86_400_000;
  const { wait } = filled(month, month + 1000, month + 2000);
  expect(wait(0)).toBe(windowMs);
  expect(wait(windowMs - 1)).toBe(1);
  expect(wait(windowMs)).toBe(0);
});

test('after the clock is set back, a request counts as the newest [LIM-1]', () => {
  const { wait, record } = filled(1_000_000);
  record(0);
  record(0);
  expect(wait(0)).toBe(windowMs);
});

test('after the clock is set back by less than a window, requests in the past keep their time [LIM-1]', () => {
  const { wait, record } = filled(1000, 2000, 50_000);
  expect(wait(10_000)).toBe(51_000);
  record(61_000);
  expect(wait(61_000)).toBe(1000);
  record(62_000);
  expect(wait(62_000)).toBe(8000);
});

test('a window keeps the last requests, the oldest first', () => {
  const { windows, view } = filled(1000, 2000, 3000, 61_000);
  expect(windows.get('key')?.slice(-3)).toEqual([2000, 3000, 61_000]);
  expect(view(61_000)).toEqual({ used: 3, freeAt: 62_000, frees: [62_000, 63_000, 121_000] });
  expect(view(62_000)).toEqual({ used: 2, freeAt: null, frees: [63_000, 121_000] });
});

test('the times of requests that no longer count leave in batches, and count nowhere', () => {
  const many = { requests: 1000, windowMs };
  const windows: Windows = new Map();
  let leaves = 0;
  let length = 0;
  for (let now = 0; now < 10_000; now++) {
    recordIn(windows, 'key', many, now * windowMs);
    const kept = windows.get('key')?.length ?? 0;
    if (kept <= length) leaves++;
    length = kept;
    expect(length).toBeLessThan(2 * many.requests);
    expect(viewOf(windows, 'key', many, now * windowMs).used).toBe(1);
  }
  expect(leaves).toBe(9);
});

test.each([1, 2, 3, 7])(
  'a window of %i admits as many requests as any sliding window, however long it is used [LIM-1]',
  (requests) => {
    const rate = { requests, windowMs };
    const windows: Windows = new Map();
    const admitted: number[] = [];
    for (let now = 0; now < 40 * windowMs; now += windowMs / 8) {
      const counted = admitted.filter((time) => now - time < windowMs).length;
      expect(viewOf(windows, 'key', rate, now).used).toBe(counted);
      expect(waitIn(windows, 'key', rate, now) === 0).toBe(counted < requests);
      if (counted >= requests) continue;
      recordIn(windows, 'key', rate, now);
      admitted.push(now);
    }
    expect(admitted.length).toBeGreaterThan(requests * 30);
  },
);

test('windows of 1,024 keys are dropped when no request counts any more: new keys cannot fill the memory', () => {
  const windows: Windows = new Map();
  for (let key = 0; key < 1023; key++) recordIn(windows, `old ${key}`, rate, 0);
  recordIn(windows, 'recent', rate, 1);
  expect(windows.size).toBe(1024);
  recordIn(windows, 'new', rate, windowMs);
  expect([...windows.keys()]).toEqual(['recent', 'new']);
});

test('however the clock is set, no wait exceeds one window, and the reported wait is enough [LIM-1]', () => {
  const step = fc.record({ move: fc.integer({ min: -200_000, max: 200_000 }), asks: fc.nat({ max: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { windows, record, wait } = filled();
      let now = 1_000_000_000;
      for (const { move, asks } of steps) {
        now += move;
        for (let ask = 0; ask < asks; ask++) {
          const ms = wait(now);
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual(windowMs);
          expect(waitIn(copyOfWindows(windows), 'key', rate, now + ms)).toBe(0);
          if (ms === 0) record(now);
        }
      }
    }),
  );
});
