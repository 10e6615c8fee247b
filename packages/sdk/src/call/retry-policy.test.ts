import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addJitter, backoffMs, retryAfterMs } from './retry-policy.ts';

describe('Retry-After', () => {
  const now = Date.parse('2026-04-01T09:30:00.000Z');
  const wait = (value: string | undefined, date?: string) =>
    retryAfterMs(new Headers({ ...(value !== undefined && { 'retry-after': value }), ...(date && { date }) }), now);

  test.each([
    ['0', 0],
    [' 60 ', 60_000],
    ['900', 900_000],
    ['1.25', 2_000],
    ['60, 60', 60_000],
    ['5,60 ', 60_000],
    ['999999999', 999_999_999_000],
  ])('of %j seconds is waited for, rounded up to %i ms [ERR-6]', (value, ms) => {
    expect(wait(value)).toBe(ms);
  });

  test.each(['1000000000', '1775035830', '1775035830000', '5, 1775035830', '9'.repeat(400)])(
    'of %j is no time from now but since 1970, so the call backs off [LIM-2]',
    (value) => {
      expect(wait(value)).toBeUndefined();
    },
  );

  test.each(['-1', '1e3', '60, soon', '60, 1e3', '60;60', 'soon', '2026-04-01T09:30:05', '', undefined])(
    'of %j is invalid, so the call backs off [LIM-2]',
    (value) => {
      expect(wait(value)).toBeUndefined();
    },
  );

  test.each([
    ['IMF-fixdate', 'Wed, 01 Apr 2026 09:30:05 GMT'],
    ['RFC 850', 'Wednesday, 01-Apr-26 09:30:05 GMT'],
    ['asctime', 'Wed Apr  1 09:30:05 2026'],
    ['ISO 8601', '2026-04-01T09:30:05Z'],
    ['an offset', 'Wed, 01 Apr 2026 11:30:05 +0200'],
    ['lower case', 'wed, 01 apr 2026 09:30:05 gmt'],
  ])('a date may have the format %s', (_, value) => {
    expect(wait(value)).toBe(5_000);
  });

  test('a date is relative to the Date header of the response, or to the local clock without one', () => {
    expect(wait('Wed, 01 Apr 2026 10:00:07 GMT', 'Wed, 01 Apr 2026 10:00:00 GMT')).toBe(7_000);
    expect(wait('Wed, 01 Apr 2026 09:30:07 GMT', 'not a date')).toBe(7_000);
  });

  test('a date in the past is no wait', () => {
    expect(wait('Wed, 01 Apr 2026 09:29:00 GMT')).toBe(0);
    expect(wait('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(0);
  });

  test('a date of asctime may have a day of two digits', () => {
    expect(wait('Fri Apr 10 09:30:00 2026')).toBe(9 * 24 * 3_600_000);
  });

  test('a leap second counts as the last second of its minute', () => {
    expect(wait('Wed, 01 Apr 2026 09:30:60 GMT')).toBe(59_000);
  });

  test.each([
    'Wed, 01 Apr 2026 24:30:00 GMT',
    'Wed, 01 Apr 2026 09:30:05',
    'on Wed, 01 Apr 2026 09:30:05 GMT',
    'Wed, 01 Apr 2026 09:30:05 GMT (local time)',
  ])('%j is not a valid date', (value) => {
    expect(wait(value)).toBeUndefined();
  });

  test('every date of toUTCString() is read to the second', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(now), max: new Date('2069-01-01'), noInvalidDate: true }), (date) => {
        expect(wait(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000 - now);
      }),
    );
  });
});

describe('backoff', () => {
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
    [0, [100, 250]],
    [2, [100, 1000]],
    [7, [100, 20_000]],
  ])('after %i retries the next wait is random within %j ms [LIM-2]', (retries, expected) => {
    expect(range(() => backoffMs(retries))).toEqual(expected);
  });

  // As docs/client/errors-and-retries.md says. Each wait is drawn evenly, so its middle is its average.
  test.each([
    [4, 2, 3.75],
    [8, 26, 52],
  ])('%i waits take %d seconds on average and at most %d [LIM-2]', (limit, average, most) => {
    const seconds = (chance: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      return Array.from({ length: limit }, (_, retries) => backoffMs(retries)).reduce((sum, ms) => sum + ms) / 1000;
    };
    expect(seconds(0.5)).toBeCloseTo(average, 0);
    expect(seconds(1)).toBeLessThanOrEqual(most);
    expect(seconds(1)).toBeGreaterThan(most - 1);
  });

  test.each([
    [0, [100, 200]],
    [5000, [5000, 5500]],
    [60_000, [60_000, 61_000]],
  ])(
    'a Retry-After of %i ms is never shortened, and with jitter becomes a wait within %j ms [ERR-6] [LIM-2]',
    (asked, expected) => {
      expect(range(() => addJitter(asked))).toEqual(expected);
    },
  );
});
