import { readingDefinitions } from './definitions.ts';
import { pairwise } from './pairwise.ts';
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
