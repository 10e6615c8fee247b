import * as z from 'zod/mini';
import type { SeededRandom } from './seeded-random.ts';

/** A duration in milliseconds: a fixed one, or drawn evenly from a range, both ends included. */
export type Delay = number | readonly [from: number, to: number];

/** Maximum delay of a timer, in milliseconds. A timer with a longer delay fires immediately. */
export const longest = 2_147_483_647;
const must = `must be a number from 0 to ${longest}, or a range such as [50, 400]`;
const ms = z.number(must).check(z.nonnegative(must), z.lte(longest, must));

export const delay: z.ZodMiniType<Delay> = z.union(
  [
    ms,
    z
      .readonly(z.tuple([ms, ms]))
      .check(z.refine(([from, to]) => from <= to, 'must be a range from minimum to maximum, such as [50, 400]')),
  ],
  must,
);

/** Draws a duration. Random durations are whole milliseconds. */
export function drawDelay(wanted: Delay, random: Pick<SeededRandom, 'next'>): number {
  if (typeof wanted === 'number') return wanted;
  const [from, to] = wanted;
  return Math.round(from + random.next() * (to - from));
}
