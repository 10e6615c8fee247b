import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateWindow, RateWindows } from './rate-window.ts';

const windowMs = 60_000;

function filled(...times: number[]): RateWindow {
  const window = new RateWindow(3, windowMs);
  for (const time of times) window.record(time);
  return window;
}

test('a full window admits one more request when its oldest is one window old [LIM-1] [GAP-38]', () => {
  const window = filled(1000, 2000, 3000);
  expect(window.wait(4000)).toBe(57_000);
  expect(window.wait(60_999)).toBe(1);
  expect(window.wait(61_000)).toBe(0);
  window.record(61_000);
  expect(window.wait(61_000)).toBe(1000);
});

test('after the clock is set back, requests in the future count as made now [LIM-1]', () => {
  const month = 30 * 86_400_000;
  const window = filled(month, month + 1000, month + 2000);
  expect(window.wait(0)).toBe(windowMs);
  expect(window.wait(windowMs - 1)).toBe(1);
  expect(window.wait(windowMs)).toBe(0);
});

test('after the clock is set back, a request counts as the newest [LIM-1]', () => {
  const window = filled(1_000_000);
  window.record(0);
  window.record(0);
  expect(window.wait(0)).toBe(windowMs);
});

test('after the clock is set back by less than a window, requests in the past keep their time [LIM-1]', () => {
  const window = filled(1000, 2000, 50_000);
  expect(window.wait(10_000)).toBe(51_000);
  window.record(61_000);
  expect(window.wait(61_000)).toBe(1000);
  window.record(62_000);
  expect(window.wait(62_000)).toBe(8000);
});

test('after the clock is set back, isPast() becomes true one window after its first call', () => {
  const window = filled(1_000_000);
  expect(window.isPast(0)).toBe(false);
  expect(window.isPast(windowMs)).toBe(true);
});

test('a window keeps the last requests, the oldest first', () => {
  const window = filled(1000, 2000, 3000, 61_000);
  expect(window.toJSON()).toEqual([2000, 3000, 61_000]);
  expect(window.view(61_000)).toEqual({ used: 3, freeAt: 62_000 });
  expect(window.view(62_000)).toEqual({ used: 2, freeAt: null });
});

test('windows of 1,024 keys are dropped when no request counts any more: new keys cannot fill the memory', () => {
  const windows = new RateWindows();
  const rate = { requests: 3, windowMs };
  for (let key = 0; key < 1023; key++) windows.record(`old ${key}`, rate, 0);
  windows.record('recent', rate, 1);
  expect(windows.keys).toHaveLength(1024);
  windows.record('new', rate, windowMs);
  expect(windows.keys).toEqual(['recent', 'new']);
  windows.record('later', rate, 2 * windowMs);
  expect(windows.keys).toEqual(['recent', 'new', 'later']);
  windows.resize((key) => (key === 'new' ? { requests: 0, windowMs } : key === 'later' ? rate : undefined));
  expect(windows.keys).toEqual(['later']);
});

test('however the clock is set, no wait exceeds one window, and the reported wait is enough [LIM-1]', () => {
  const step = fc.record({ move: fc.integer({ min: -200_000, max: 200_000 }), asks: fc.nat({ max: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const window = new RateWindow(3, windowMs);
      let now = 1_000_000_000;
      for (const { move, asks } of steps) {
        now += move;
        for (let ask = 0; ask < asks; ask++) {
          const wait = window.wait(now);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(windowMs);
          expect(window.copy().wait(now + wait)).toBe(0);
          if (wait === 0) window.record(now);
        }
      }
    }),
  );
});
