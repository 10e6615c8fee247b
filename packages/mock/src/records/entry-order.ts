import { comparableText } from './comparable-text.ts';

/** A captured entry of an issue, or a comment. */
export interface CapturedEntry {
  readonly timestamp?: string;
  readonly createdAt?: string;
}

/** Sorts entries, oldest first (GAP-51). The sort is stable (GAP-52). */
export function sortedByTime<T extends CapturedEntry>(entries: readonly T[]): T[] {
  // Entries with invalid times keep their position.
  return entries.toSorted((a, b) => instant(a) - instant(b) || 0);
}

function instant({ timestamp, createdAt }: CapturedEntry): number {
  return Date.parse(comparableText(timestamp ?? createdAt));
}
