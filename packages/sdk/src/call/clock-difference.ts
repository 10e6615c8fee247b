import type { Clock } from '../platform/clock.ts';

/** A larger difference between two clocks is a mistake: beyond it, times of the service say nothing. */
const maxDifferenceMs = 3_600_000;

/** Returns a sentence about the service's clock if its `Date` header is more than an hour from the client's clock. */
export function clockDifference(headers: Headers, clock: Clock): string | undefined {
  const ms = Date.parse(headers.get('date') ?? '') - (clock.date?.() ?? clock.now());
  if (!(Math.abs(ms) > maxDifferenceMs)) return undefined;
  const hours = Math.abs(ms) / maxDifferenceMs;
  const length = hours > 48 ? `${Math.round(hours / 24)} days` : `${hours.toFixed(1)} hours`;
  return (
    `the service's clock is ${length} ${ms > 0 ? 'ahead of' : 'behind'} the client's. Set the computer's date; ` +
    'in a test, give client and mock the same clock'
  );
}
