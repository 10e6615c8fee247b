/** Small, seeded and good enough to choose by (mulberry32): whole numbers from 0 to below `n`. */
export type Random = (n: number) => number;

export function randomFrom(seed: number): Random {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** One of several. */
export function pick<T>(values: readonly T[], random: Random): T {
  return values[random(values.length)] as T;
}

/** The same entries in another order (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const copy = [...values];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
