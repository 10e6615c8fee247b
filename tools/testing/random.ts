/** Random choices that are the same for the same seed, so that a failure can be repeated. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  /** From `low` to below `high`. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** The same entries in another order. */
  shuffled<T>(values: readonly T[]): T[];
}

export function randomFrom(seed: number): Random {
  // mulberry32
  let state = Math.imul(seed, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
    shuffled: <T>(values: readonly T[]) => {
      // Fisher–Yates
      const copy = [...values];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
      }
      return copy;
    },
  };
}
