import type { Entry } from './entry.ts';
import type { RequestEntry } from './request-entry.ts';

/** Maximum size of the request log. */
export interface RequestLogOptions {
  /** Maximum number of requests. By default 1,000. */
  entries?: number | undefined;
  /** Approximate maximum size of all headers and bodies, in bytes. By default 33,554,432. */
  bytes?: number | undefined;
}

/** The last requests. Change them only with the functions of this file. */
export interface Log {
  /** Maximum number of requests. */
  readonly capacity: number;
  /** Maximum size of all headers and bodies, in bytes. */
  readonly maxBytes: number;
  /** In order of arrival. */
  readonly entries: Set<Entry>;
  /** The request that arrived last. */
  last: Entry | undefined;
  /** Number of all requests since the log was last cleared. */
  count: number;
  /** Finished requests with headers and bodies, and their sizes. */
  readonly whole: Map<Entry, number>;
  /** The sum of these sizes. */
  bytes: number;
}

export function createLog({ entries = 1000, bytes = 33_554_432 }: RequestLogOptions = {}): Log {
  return {
    capacity: entries,
    maxBytes: bytes,
    entries: new Set(),
    last: undefined,
    count: 0,
    whole: new Map(),
    bytes: 0,
  };
}

/** Adds a request, and drops the oldest one of a full log. */
export function open(log: Log, entry: Entry): Entry {
  if (log.entries.size === log.capacity) {
    const [oldest] = log.entries;
    if (oldest) drop(log, oldest);
  }
  entry.number = ++log.count;
  log.entries.add(entry);
  log.last = entry;
  return entry;
}

/** Whether a request is still in the log. The number of one that isn't may be that of another. */
export function isIn(log: Log, entry: Entry): boolean {
  return log.entries.has(entry);
}

/** Counts the size of a finished request, and drops headers and bodies of the oldest ones if necessary. */
export function weigh(log: Log, entry: Entry): void {
  // Subtract the previous size. Otherwise, requests in flight during a snapshot would count twice.
  const { size } = entry;
  log.bytes += size - (log.whole.get(entry) ?? 0);
  log.whole.set(entry, size);
  while (log.bytes > log.maxBytes) {
    const [oldest] = log.whole;
    if (!oldest) return;
    log.bytes -= oldest[1];
    log.whole.delete(oldest[0]);
    oldest[0].forget();
  }
}

/** Returns an empty log of the same size. */
export function emptyLike({ capacity, maxBytes }: Log): Log {
  return createLog({ entries: capacity, bytes: maxBytes });
}

/** Returns a copy. Requests that have finished or been forgotten since they were logged are weighed again. */
export function copyOfLog({ entries, whole: _whole, bytes: _bytes, ...log }: Log): Log {
  const weights = [...entries].map((entry) => [entry, entry.size] as const);
  const whole = new Map(weights.filter(([{ isForgotten }]) => !isForgotten));
  const bytes = weights.reduce((sum, [, size]) => sum + size, 0);
  return { ...log, entries: new Set(entries), whole, bytes };
}

/** Returns the number of requests that were dropped to make room, since the log was last cleared. */
export function droppedOf({ count, entries }: Log): number {
  return count - entries.size;
}

/** Returns the request with a number; `undefined` for an unknown or dropped request. */
export function numbered({ entries }: Log, number: number): Entry | undefined {
  for (const entry of entries) if (entry.number === number) return entry;
  return undefined;
}

/** Returns the request of a view; `undefined` if the request was dropped, even if a later request has the same number. */
export function shownBy(log: Log, view: Pick<RequestEntry, 'number'> & Partial<RequestEntry>): Entry | undefined {
  const found = numbered(log, view.number);
  const { at, method, path } = found?.view() ?? view;
  const { at: shownAt = at, method: shownMethod = method, path: shownPath = path } = view;
  return shownAt === at && shownMethod === method && shownPath === path ? found : undefined;
}

function drop(log: Log, entry: Entry): void {
  log.entries.delete(entry);
  log.bytes -= log.whole.get(entry) ?? 0;
  log.whole.delete(entry);
  // Free the memory, because a fault may still refer to the entry.
  entry.forget();
}
