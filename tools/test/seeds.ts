/**
 * How often the tests with generated input run. `pnpm test` takes few seeds, the same each time; `pnpm test:long` takes
 * many, and others each time. `LONG=1 pnpm test:long` takes ten times as many. `SEED` is the first seed of a run, and
 * `RUNS` how many there are: both repeat what failed.
 */
const { MODE, LONG, SEED, RUNS } = import.meta.env;

/** From it on count the seeds of a test, and from it the input of fast-check is generated. */
export const firstSeed = Number(SEED ?? 1);

/** Whether this is `pnpm test:long`. */
export const isLong = MODE === 'long';

/** How many runs a test makes: few in `pnpm test`, many in `pnpm test:long`. */
export function runs(short: number, long: number): number {
  if (RUNS) return Number(RUNS);
  if (!isLong) return short;
  return LONG ? 10 * long : long;
}

/** The seeds of as many runs. */
export function seeds(short: number, long: number): number[] {
  return Array.from({ length: runs(short, long) }, (_, index) => firstSeed + index);
}
