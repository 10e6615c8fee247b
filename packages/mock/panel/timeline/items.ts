import type { Change, RequestEntry } from '../../src/control/types.ts';
import { dateText } from '../parts/times.ts';
import { aboutOf, targetOf } from './words.ts';

/** A row of the timeline. A burst is several requests in a row that differ in nothing that a reader looks for. */
export type Item =
  | { readonly kind: 'request'; readonly key: string; readonly entry: RequestEntry; readonly isFolded?: true }
  | {
      readonly kind: 'burst';
      readonly key: string;
      readonly entries: readonly RequestEntry[];
      readonly isOpen: boolean;
    }
  | { readonly kind: 'change'; readonly key: string; readonly made: Change };

/** Merges requests (newest first) and changes (oldest first), newest first. Numbers start anew when the log is cleared. */
export function merge(entries: readonly RequestEntry[], changes: readonly Change[]): Item[] {
  const items: Item[] = [];
  let next = 0;
  for (const made of changes.toReversed()) {
    // A change stands above the last request before it; an earlier change is never above a later one.
    for (let entry = entries[next]; entry && entry.number > made.after; entry = entries[next]) {
      items.push(request(entry));
      next++;
    }
    items.push({ kind: 'change', key: `c${made.number}`, made });
  }
  return [...items, ...entries.slice(next).map((entry) => request(entry))];
}

/** Fewer neighbors than this stay rows of their own. */
const leastBurst = 3;

/** Folds neighbors with the same endpoint, target and outcome into one row; those of `opened` are followed by their requests. */
export function fold(items: readonly Item[], opened: ReadonlySet<string>): Item[] {
  const rows: Item[] = [];
  for (let start = 0; start < items.length; ) {
    const kind = kindOf(items[start]);
    let end = start + 1;
    while (kind !== undefined && end < items.length && kindOf(items[end]) === kind) end++;
    const alike = items.slice(start, end);
    start = end;
    if (alike.length < leastBurst) {
      rows.push(...alike);
      continue;
    }
    const entries = alike.flatMap((item) => (item.kind === 'request' ? [item.entry] : []));
    // New requests come to the other end: the burst stays open.
    const key = `b${entries.at(-1)?.number}`;
    const isOpen = opened.has(key);
    rows.push({ kind: 'burst', key, entries, isOpen });
    if (isOpen) rows.push(...entries.map((entry) => ({ ...request(entry), isFolded: true as const })));
  }
  return rows;
}

/** Returns the date of a row, if the row above is of another day. */
export function newDayOf(item: Item, above: Item | undefined): string | undefined {
  const [day] = dateText(timesOf(item)[0] ?? 0).split(' ');
  return above && !dateText(timesOf(above).at(-1) ?? 0).startsWith(`${day}`) ? day : undefined;
}

/** The times of what is in a row, newest first. */
function timesOf(item: Item): number[] {
  if (item.kind === 'change') return [item.made.at];
  return item.kind === 'burst' ? item.entries.map(({ at }) => at) : [item.entry.at];
}

/** Whether a row is or holds a request. */
export function holds(item: Item, number: number): boolean {
  if (item.kind === 'request') return item.entry.number === number;
  return item.kind === 'burst' && !item.isOpen && item.entries.some((entry) => entry.number === number);
}

function request(entry: RequestEntry) {
  return { kind: 'request' as const, key: `r${entry.number}`, entry };
}

const kinds = new WeakMap<RequestEntry, string>();

/** A text that two requests of a burst share: what they are for, and what came of them. */
function kindOf(item: Item | undefined): string | undefined {
  if (item?.kind !== 'request') return undefined;
  const { entry } = item;
  const known = kinds.get(entry);
  if (known !== undefined) return known;
  const { method, endpoint, path, status, reason, faultId, credential } = entry;
  const { projectId, issueNumber } = targetOf(path);
  const target = endpoint ? [endpoint, projectId, issueNumber] : [path];
  const outcome = status !== undefined && status < 400 && entry.changes ? aboutOf(entry) : reason;
  const kind = [method, ...target, status, outcome, faultId, credential].join(' ');
  kinds.set(entry, kind);
  return kind;
}
