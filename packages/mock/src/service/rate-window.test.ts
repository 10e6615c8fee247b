import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateWindow } from './rate-window.ts';

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
