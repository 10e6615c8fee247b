import { missesOf, type RequestFilter } from '../log/filter.ts';
import type { Log } from '../log/log.ts';
import type { RequestEntry } from '../log/request-entry.ts';

/** Options of {@link browseRequests}. */
export interface BrowseOptions {
  /** A text that the entry contains, in any letter case, or the credential that it came with. */
  readonly q?: string | undefined;
  readonly after?: number | undefined;
  /** Maximum number of entries, from 1. */
  readonly limit?: number | undefined;
}

/**
 * Returns the logged requests that pass a filter and contain a text. Unlike `mock.requests.find`, it doesn't fail if the log has
 * dropped entries. Returns the first `limit` after the number `after`; without `after`, the last ones.
 */
export function browseRequests(
  log: Log,
  filter: RequestFilter,
  { q = '', after, limit = log.capacity }: BrowseOptions,
): RequestEntry[] {
  const wanted = q.toLowerCase();
  const from = after ?? 0;
  const found = [...log.entries]
    .filter((entry) => entry.number > from && missesOf(filter, entry).length === 0)
    .map((entry) => ({ entry, view: entry.view() }))
    .filter(
      ({ entry, view }) => entry.isSentWith(q) || wanted === '' || JSON.stringify(view).toLowerCase().includes(wanted),
    )
    .map(({ view }) => view);
  return after === undefined ? found.slice(-limit) : found.slice(0, limit);
}
