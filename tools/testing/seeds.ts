/**
 * Seeds of tests with generated input. `pnpm test` takes few, the same each time. `pnpm test:long` takes many, different ones
 * each time. `LONG` multiplies their number: 10 before a release, 0.05 in CI. `SEED` is the first seed of a run and `RUNS` the
 * number of seeds; both repeat a failure.
 */
const { MODE, LONG, SEED, RUNS } = import.meta.env;

/** The first seed of each test, and fast-check's seed. */
export const firstSeed = Number(SEED ?? 1);

/** Whether this is `pnpm test:long`. */
export const isLong = MODE === 'long';

/** Returns the number of runs of a test: few in `pnpm test`, many in `pnpm test:long`. */
export function runs(short: number, long: number): number {
  if (RUNS) return Number(RUNS);
  if (!isLong) return short;
  return Math.max(short, Math.ceil(long * Number(LONG ?? 1)));
}

/** Returns the seeds of a test's runs. */
export function seeds(short: number, long: number): number[] {
  return Array.from({ length: runs(short, long) }, (_, index) => firstSeed + index);
}

/** Returns the first of a list in `pnpm test`, all in `pnpm test:long`, and others each time in CI. */
export function some<T>(list: readonly T[]): T[] {
  // The first seed of the short run is 1.
  return seeds(1, list.length).map((seed) => list[(seed - 1) % list.length] as T);
}
