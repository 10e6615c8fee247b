/** What an error status says of its request. */
export type Fate = 'not processed' | 'in doubt' | 'final';

/**
 * The fate of each error status; the first row that has a status counts. A request that was not processed is retried with any method,
 * one in doubt only if a repetition is harmless. Tests hold the table of faults and the page about retries to it.
 */
export const statusTable: readonly (readonly [from: number, to: number, fate: Fate])[] = [
  // RFC 8470
  [425, 425, 'not processed'],
  // LIM-2
  [429, 429, 'not processed'],
  [408, 408, 'in doubt'],
  [500, Number.POSITIVE_INFINITY, 'in doubt'],
  [400, 499, 'final'],
];

/** Returns the fate of a status; `undefined` below 400. */
export function fateOf(status: number): Fate | undefined {
  return statusTable.find(([from, to]) => from <= status && status <= to)?.[2];
}
