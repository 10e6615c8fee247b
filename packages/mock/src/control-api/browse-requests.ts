import type { RequestEntry } from '../service/request-log/request-entry.ts';
import { missesOf, type RequestFilter } from '../service/request-log/request-filter.ts';
import type { RequestLog } from '../service/request-log/request-log.ts';

/** Which requests to show. */
export interface BrowseOptions {
  /** A text that one of them must hold, in whatever letter case; the key that it came with, too. */
  readonly q?: string | undefined;
  readonly after?: number | undefined;
  /** From 1. */
  readonly limit?: number | undefined;
}

/**
 * Those that pass a filter and hold a text somewhere, whatever of the log is gone: for people who look, not for tests
 * that decide. The first `limit` after the number `after`; without that, the last ones.
 */
export function browseRequests(
  log: RequestLog,
  filter: RequestFilter,
  { q = '', after, limit = log.capacity }: BrowseOptions,
): RequestEntry[] {
  const wanted = q.toLowerCase();
  const from = after ?? 0;
  const found = log.entries
    .filter((entry) => entry.number > from && missesOf(filter, entry).length === 0)
    .map((entry) => ({ entry, view: entry.view() }))
    .filter(
      ({ entry, view }) => entry.isSentWith(q) || wanted === '' || JSON.stringify(view).toLowerCase().includes(wanted),
    )
    .map(({ view }) => view);
  return after === undefined ? found.slice(-limit) : found.slice(0, limit);
}
