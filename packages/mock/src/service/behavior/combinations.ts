import type { Behavior } from './behavior.ts';
import { behaviorOptions } from './options.ts';

/**
 * Returns a small set of combinations in which every two choices of different options meet at least once. An application whose
 * tests pass with each of them works with every service that keeps the specification. The first has the default of each option;
 * the set is always the same.
 *
 * @example
 * test.each(behaviorCombinations())('the board shows every issue: %j', async (behavior) => {
 *   const mock = createMock({ behavior });
 * });
 */
export function behaviorCombinations(): Behavior[] {
  const definitions = Object.entries(behaviorOptions);
  return Array.from(pairwise(definitions.map(([, { choices }]) => choices.length)), (row) => {
    const behavior = definitions.map(([name, { choices }], i) => [name, choices[row[i] ?? 0]]);
    // The cast: each name has a choice of its own option.
    return Object.fromEntries(behavior) as Behavior;
  });
}

/** Candidate rows per selected row. More hardly make the set smaller. */
const attempts = 60;

/**
 * Yields rows of choices, one per factor, in which every two choices of different factors meet at least once. The first row has
 * the first choice of each factor. Rows are deterministic, and far fewer than all combinations: about the product of the two
 * largest sizes.
 *
 * @param sizes Number of choices of each factor.
 */
export function* pairwise(sizes: readonly number[]): Generator<number[]> {
  const missing = new MissingPairs(sizes);
  const random = randomNumbers();
  let row = sizes.map(() => 0);
  while (true) {
    yield row;
    missing.meet(row);
    const start = missing.mostMissing();
    if (!start) return;
    let best = -1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const candidate = missing.complete(start, shuffled(sizes.keys(), random));
      if (candidate.gain <= best) continue;
      best = candidate.gain;
      row = candidate.row;
    }
  }
}

/** A choice of one factor, by index. */
interface Pick {
  readonly factor: number;
  readonly choice: number;
}

/** The pairs of choices that have not met yet. */
class MissingPairs {
  readonly #sizes: readonly number[];
  /** Each factor's first number, in a numbering of all choices. */
  readonly #starts: readonly number[];
  readonly #count: number;
  /** 1 for each missing pair of numbers. Symmetric. */
  readonly #missing: Uint8Array;

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
    let count = 0;
    this.#starts = sizes.map((size) => {
      count += size;
      return count - size;
    });
    this.#count = count;
    this.#missing = new Uint8Array(count * count);
    for (const [factor, size] of sizes.entries()) {
      const start = this.#number(factor, 0);
      for (let one = start; one < start + size; one++) {
        for (let other = start + size; other < count; other++) this.#set(one, other, 1);
      }
    }
  }

  meet(row: readonly number[]): void {
    const numbers = row.map((choice, factor) => this.#number(factor, choice));
    for (const one of numbers) for (const other of numbers) this.#set(one, other, 0);
  }

  /** Returns the choice with the most missing pairs; `undefined` if none are missing. */
  mostMissing(): Pick | undefined {
    let most = 0;
    let found: Pick | undefined;
    for (let number = 0; number < this.#count; number++) {
      const row = this.#missing.subarray(number * this.#count, (number + 1) * this.#count);
      const missing = row.reduce((sum, each) => sum + each, 0);
      if (missing <= most) continue;
      most = missing;
      found = this.#pick(number);
    }
    return found;
  }

  /** Completes a row: each further factor, in this order, takes the choice with the most missing pairs in the row. */
  complete(start: Pick, order: readonly number[]): { row: number[]; gain: number } {
    const row = this.#sizes.map(() => 0);
    row[start.factor] = start.choice;
    const taken = [this.#number(start.factor, start.choice)];
    let gain = 0;
    for (const factor of order) {
      if (factor === start.factor) continue;
      const size = this.#sizes[factor] ?? 0;
      let best = -1;
      for (let i = 0; i < size; i++) {
        // Varies the choice among equally good ones.
        const choice = (i + taken.length) % size;
        const own = this.#gain(this.#number(factor, choice), taken);
        if (own <= best) continue;
        best = own;
        row[factor] = choice;
      }
      gain += best;
      taken.push(this.#number(factor, row[factor] ?? 0));
    }
    return { row, gain };
  }

  #gain(number: number, taken: readonly number[]): number {
    let gain = 0;
    for (const other of taken) gain += this.#missing[number * this.#count + other] ?? 0;
    return gain;
  }

  #set(one: number, other: number, value: 0 | 1): void {
    this.#missing[one * this.#count + other] = value;
    this.#missing[other * this.#count + one] = value;
  }

  #number(factor: number, choice: number): number {
    return (this.#starts[factor] ?? 0) + choice;
  }

  #pick(number: number): Pick {
    const factor = this.#starts.findLastIndex((start) => start <= number);
    return { factor, choice: number - this.#number(factor, 0) };
  }
}

/** Returns a generator of deterministic pseudo-random numbers from 0 to 1. */
function randomNumbers(): () => number {
  // Found by trying: with the present options, other seeds give up to 30 rows instead of 24.
  let state = 27;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled(items: Iterable<number>, random: () => number): number[] {
  return Array.from(items, (item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
