import * as z from 'zod/mini';
import type { SeededRandom } from './seeded-random.ts';

/** A time, in milliseconds: always the same, drawn evenly from a range, or log-normal, as most latencies are. */
export type Delay =
  | number
  /** From and to, both included. */
  | readonly [from: number, to: number]
  /** Half of them are below the median; `sigma` is the spread: 0.4 puts one in a hundred at 2.5 times the median. */
  | { readonly median: number; readonly sigma: number };

/** The longest delay of a timer, in milliseconds: with a longer one it fires at once. */
const longest = 2_147_483_647;
const must = `must be a number from 0 to ${longest}, a range such as [50, 400], or { median, sigma }`;
const ms = z.number(must).check(z.nonnegative(must), z.lte(longest, must));

export const delay: z.ZodMiniType<Delay> = z.union(
  [
    ms,
    z
      .readonly(z.tuple([ms, ms]))
      .check(z.refine(([from, to]) => from <= to, 'must be a range from the less to the more')),
    z.strictObject({ median: ms, sigma: ms }),
  ],
  must,
);

/** Draws a time, in whole milliseconds where it is not always the same. */
export function drawDelay(wanted: Delay, random: Pick<SeededRandom, 'next'>): number {
  if (typeof wanted === 'number') return wanted;
  if ('median' in wanted) {
    // Box and Muller's way to a normal distribution; 1 - x, as x can be 0.
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.min(longest, Math.round(wanted.median * Math.exp(wanted.sigma * normal)));
  }
  const [from, to] = wanted;
  return Math.round(from + random.next() * (to - from));
}
