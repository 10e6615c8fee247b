import * as z from 'zod/mini';
import { object } from '../../platform/input/schemas.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A duration in milliseconds: a fixed one, drawn evenly from a range, or log-normal like most latencies. */
export type Delay =
  | number
  /** Minimum and maximum, both included. */
  | readonly [from: number, to: number]
  /** `sigma` is the spread: with 0.4, one in a hundred is above 2.5 times the median. */
  | { readonly median: number; readonly sigma: number };

/** Maximum delay of a timer, in milliseconds. A timer with a longer delay fires immediately. */
const longest = 2_147_483_647;
const msMust = `must be a number from 0 to ${longest}`;
const must = `${msMust}, a range such as [50, 400], or { median, sigma }`;
const atLeastZero = (message: string) => z.number(message).check(z.nonnegative(message), z.lte(longest, message));
const ms = atLeastZero(must);

export const delay: z.ZodMiniType<Delay> = z.union(
  [
    ms,
    z
      .readonly(z.tuple([ms, ms]))
      .check(z.refine(([from, to]) => from <= to, 'must be a range from minimum to maximum, such as [50, 400]')),
    object({ median: atLeastZero(msMust), sigma: atLeastZero(msMust) }),
  ],
  must,
);

/** Draws a duration. Random durations are whole milliseconds. */
export function drawDelay(wanted: Delay, random: Pick<SeededRandom, 'next'>): number {
  if (typeof wanted === 'number') return wanted;
  if ('median' in wanted) {
    // Box–Muller transform. `1 - x`, because x may be 0.
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.min(longest, Math.round(wanted.median * Math.exp(wanted.sigma * normal)));
  }
  const [from, to] = wanted;
  return Math.round(from + random.next() * (to - from));
}
