import { afterEach, expect, test, vi } from 'vitest';
import { backoffMs, spreadOut } from './backoff.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The shortest and the longest wait that chance can bring. */
function range(wait: () => number): number[] {
  return [0, 1].map((chance) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    return wait();
  });
}

test.each([
  [0, [100, 500]],
  [1, [100, 1000]],
  [2, [100, 2000]],
  [5, [100, 16_000]],
  [6, [100, 20_000]],
  [60, [100, 20_000]],
])('after %i retries the next one comes at a random time between %j ms [LIM-2]', (retries, expected) => {
  expect(range(() => backoffMs(retries))).toEqual(expected);
});

test.each([
  [0, [100, 200]],
  [500, [500, 600]],
  [5000, [5000, 5500]],
  [60_000, [60_000, 61_000]],
])(
  'a wait of %i ms that the service asked for is never cut short, and becomes one between %j ms [ERR-6] [LIM-2]',
  (asked, expected) => {
    expect(range(() => spreadOut(asked))).toEqual(expected);
  },
);
