import { readingDefinitions } from './definitions.ts';
import type { Readings } from './readings.ts';

/**
 * A small set of readings in which every two choices meet at least once: what an application's tests run under to hold
 * in every way the specification can be read. The first is the default of each; the set is always the same.
 *
 * @example
 * test.each(everyReading())('the board shows every issue: %j', async (readings) => {
 *   const mock = createMock({ readings });
 * });
 */
export function everyReading(): Readings[] {
  const definitions = Object.entries(readingDefinitions);
  return Array.from(pairwise(definitions.map(([, { choices }]) => choices.length)), (row) => {
    const readings = definitions.map(([name, { choices }], i) => [name, choices[row[i] ?? 0]]);
    // Each name has a choice of its own definition.
    return Object.fromEntries(readings) as Readings;
  });
}

/** A choice of one factor: its index, and the factor's. */
interface Pick {
  readonly factor: number;
  readonly choice: number;
}

/**
 * Rows of choices, one for each factor, in which every two choices of different factors meet at least once. The first
 * row is the first choice of each. Always the same rows for the same sizes, and far fewer than all combinations: about
 * the product of the two largest sizes.
 *
 * @param sizes How many choices each factor has.
 */
export function* pairwise(sizes: readonly number[]): Generator<number[]> {
  const missing = new Set<string>();
  for (const [a, b] of pairs(sizes)) missing.add(pairKey(a, b));

  let row = sizes.map(() => 0);
  while (true) {
    yield row;
    for (const [factor, choice] of row.entries()) {
      for (let other = 0; other < factor; other++) {
        missing.delete(pairKey({ factor: other, choice: row[other] ?? 0 }, { factor, choice }));
      }
    }
    const next = pairs(sizes).find(([a, b]) => missing.has(pairKey(a, b)));
    if (!next) return;
    row = complete(next, sizes, missing);
  }
}

/** A row with these picks whose other factors each take the choice that meets most of what has not met yet. */
function complete(picks: readonly Pick[], sizes: readonly number[], missing: ReadonlySet<string>): number[] {
  const row: (number | undefined)[] = sizes.map(() => undefined);
  for (const { factor, choice } of picks) row[factor] = choice;
  for (const [factor, size] of sizes.entries()) {
    if (row[factor] !== undefined) continue;
    let best = -1;
    for (let choice = 0; choice < size; choice++) {
      const gain = row.filter(
        (taken, other) =>
          taken !== undefined && missing.has(pairKey({ factor: other, choice: taken }, { factor, choice })),
      ).length;
      if (gain > best) {
        best = gain;
        row[factor] = choice;
      }
    }
  }
  return row.map((choice) => choice ?? 0);
}

function pairs(sizes: readonly number[]): [Pick, Pick][] {
  const picks = sizes.map((size, factor) => Array.from({ length: size }, (_, choice) => ({ factor, choice })));
  return picks.flatMap((own, factor) =>
    picks.slice(factor + 1).flatMap((others) => own.flatMap((a) => others.map((b): [Pick, Pick] => [a, b]))),
  );
}

function pairKey(a: Pick, b: Pick): string {
  const [first, second] = a.factor < b.factor ? [a, b] : [b, a];
  return `${first.factor}:${first.choice} ${second.factor}:${second.choice}`;
}
