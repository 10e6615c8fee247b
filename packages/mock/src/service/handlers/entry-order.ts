import type { Behavior } from '../behavior/behavior.ts';

/** A captured entry of an issue, or a comment. */
export interface CapturedEntry {
  readonly timestamp?: string;
  readonly createdAt?: string;
}

/** Cached entries sorted oldest first, by the unsorted array. Arrays of records never change, so each array is sorted once. */
const byTime = new WeakMap<readonly object[], readonly object[]>();

/** Returns the entries captured with an issue, in the order of GAP-51. */
export function inEntryOrder<T extends CapturedEntry>(entries: readonly T[], { entryOrder }: Behavior): readonly T[] {
  if (entries.length < 2 || entryOrder === 'stored') return entries;
  // The cast is safe: the sorted array has the elements of its key.
  let sorted = byTime.get(entries) as readonly T[] | undefined;
  if (!sorted) {
    sorted = sortedByTime(entries);
    byTime.set(entries, sorted);
  }
  return entryOrder === 'oldest' ? sorted : sorted.toReversed();
}

/** Sorts entries, oldest first. The sort is stable. */
export function sortedByTime<T extends CapturedEntry>(entries: readonly T[]): T[] {
  // Entries with invalid times keep their position.
  return entries.toSorted((a, b) => instant(a) - instant(b) || 0);
}

export function isSameTime(a: CapturedEntry, b: CapturedEntry): boolean {
  return instant(a) === instant(b);
}

function instant({ timestamp, createdAt }: CapturedEntry): number {
  return Date.parse(timestamp ?? createdAt ?? '');
}
