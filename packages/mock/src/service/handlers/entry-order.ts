import type { Behavior } from '../behavior/behavior.ts';

/** A captured entry of an issue, or a comment. */
export interface CapturedEntry {
  readonly timestamp?: string;
  readonly createdAt?: string;
}

/** Entries by time, oldest first: what an issue holds is replaced and never changed, so each array is sorted once. */
const byTime = new WeakMap<readonly object[], readonly object[]>();

/** The entries captured with an issue, in the order of GAP-51. */
export function inEntryOrder<T extends CapturedEntry>(entries: readonly T[], { entryOrder }: Behavior): readonly T[] {
  if (entries.length < 2 || entryOrder === 'stored') return entries;
  // The sorted array has the elements of its key.
  let sorted = byTime.get(entries) as readonly T[] | undefined;
  if (!sorted) {
    sorted = sortedByTime(entries);
    byTime.set(entries, sorted);
  }
  return entryOrder === 'oldest' ? sorted : sorted.toReversed();
}

/** Oldest first, and what is of the same time in the order in which it came. */
export function sortedByTime<T extends CapturedEntry>(entries: readonly T[]): T[] {
  // Times that can't be read leave their entries where they are.
  return entries.toSorted((a, b) => instant(a) - instant(b) || 0);
}

export function isSameTime(a: CapturedEntry, b: CapturedEntry): boolean {
  return instant(a) === instant(b);
}

function instant({ timestamp, createdAt }: CapturedEntry): number {
  return Date.parse(timestamp ?? createdAt ?? '');
}
