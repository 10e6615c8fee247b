import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { Moments } from './moments.ts';
import { RateWindow } from './window.ts';

const never = Number.POSITIVE_INFINITY;
const windowMs = 60_000;

/** A window in which responses came at these times. */
function respondedAt(...times: readonly number[]): RateWindow {
  const window = new RateWindow(windowMs);
  for (const at of times) {
    window.take(never);
    window.responded(never, at);
  }
  return window;
}

test('moments count for their while from the oldest, in whatever order they came', () => {
  const moments = new Moments(10);
  for (const at of [5, 1, 3, 3]) moments.add(at);
  expect([moments.endOf(0), moments.endOf(3), moments.endOf(4)]).toEqual([11, 15, Number.NEGATIVE_INFINITY]);
  expect([moments.fewerAt(4), moments.fewerAt(1)]).toEqual([11, 15]);
  expect([moments.count(10), moments.count(11)]).toEqual([4, 3]);
  expect([moments.remove(3), moments.remove(1)]).toEqual([true, false]);
  moments.clear(3);
  expect(moments.count(0)).toBe(1);
  moments.clear();
  expect(moments.count(0)).toBe(0);
});

test('a slot is free one window after the response, not after the request [LIM-1] [GAP-38]', () => {
  const window = new RateWindow(windowMs);
  window.take(never);
  expect([window.used(5 * windowMs), window.freeAt(1, 5 * windowMs)]).toEqual([1, 6 * windowMs]);
  window.responded(never, 20_000);
  expect([window.used(79_999), window.freeAt(1, 79_999)]).toEqual([1, 80_000]);
  expect([window.used(80_000), window.freeAt(1, 80_000)]).toEqual([0, 80_000]);
});

test('slots are free in the order of their responses, of which one may be expected later [LIM-1]', () => {
  const window = respondedAt(30_000, 0, 10_000);
  expect([1, 2, 3].map((requests) => window.freeAt(3, 20_000, requests))).toEqual([60_000, 70_000, 80_000]);
});

test('without a response, a slot is free one window after its lease', () => {
  const window = new RateWindow(windowMs);
  window.take(1_000);
  expect([window.used(60_999), window.used(61_000)]).toEqual([1, 0]);
  // A late response changes nothing.
  window.responded(1_000, 62_000);
  expect(window.used(62_000)).toBe(0);
});

test('a slot that is given back is free at once, once, and calls that wait hear of it', () => {
  const window = respondedAt(0);
  window.onFree = vi.fn();
  window.take(never);
  window.free(never);
  window.free(never);
  expect(window.used(0)).toBe(1);
  expect(window.onFree).toHaveBeenCalledTimes(1);
});

test('clients with different limits share a window, each with its own threshold [LIM-1]', () => {
  const window = respondedAt(0, 1, 2);
  const freeAt = (limit: number) => window.freeAt(limit, 10);
  expect([4, 3, 2, never].map(freeAt)).toEqual([10, windowMs, windowMs + 1, 10]);
});

test('a window only becomes longer', () => {
  const window = respondedAt(0);
  window.widen(2 * windowMs);
  window.widen(windowMs);
  expect([window.windowMs, window.freeAt(1, 0)]).toEqual([2 * windowMs, 2 * windowMs]);
});

const state = fc.record({
  /** When responses came, or at the latest come; `null` for those that are awaited. */
  responses: fc.array(fc.option(fc.integer({ min: -windowMs, max: windowMs / 2 })), { maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 6 }),
  requests: fc.integer({ min: 1, max: 30 }),
});

/** Returns when the last of so many requests goes, if all responses come as soon as they can. */
function soonest(ends: readonly number[], limit: number, requests: number): number {
  const held = [...ends].sort((a, b) => a - b);
  let now = 0;
  for (let sent = 0; sent < requests; sent++) {
    while (held.filter((end) => end > now).length >= limit) now = Math.min(...held.filter((end) => end > now));
    held.push(now + windowMs);
  }
  return now;
}

test('freeAt() is never later than a request can go, and exact if all responses are there [LIM-1]', () => {
  fc.assert(
    fc.property(state, ({ responses, limit, requests }) => {
      const window = new RateWindow(windowMs);
      for (const at of responses) {
        window.take(never);
        if (at !== null) window.responded(never, at);
      }
      const freeAt = window.freeAt(limit, 0, requests);
      const goesAt = soonest(
        responses.map((at) => (at ?? 0) + windowMs),
        limit,
        requests,
      );
      expect(freeAt).toBeLessThanOrEqual(goesAt);
      if (responses.every((at) => at !== null && at <= 0) && window.used(0) <= limit) expect(freeAt).toBe(goesAt);
    }),
    { numRuns: runs(1_000, 20_000) },
  );
});
