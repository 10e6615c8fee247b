import { parseInput } from '../../platform/input/input-error.ts';
import type { LoggedRequest, RequestEntry } from './logged-request.ts';
import { distance, looksInside, missesOf, type RequestFilter, requestFilter } from './request-filter.ts';

/** A request that does not pass a filter, and why. */
export interface NearMiss {
  readonly entry: RequestEntry;
  /** A line for each member of the filter that differs: `status is 200, not 201`. */
  readonly misses: readonly string[];
}

/** What was asked of the mock. */
export interface Requests {
  /** The last 1,000 requests, or as many as the option `requestLog` says, in order of arrival. */
  all(): RequestEntry[];
  /** The last one. */
  last(): RequestEntry | undefined;
  /**
   * Those that have every member of the filter, or pass the test.
   *
   * @throws TypeError for a filter with members that there are not; Error when requests that might have been found are no
   * longer in the log, or have a body that the log has only in part and that the filter asks for.
   */
  find(filter: RequestFilter | ((entry: RequestEntry) => boolean)): RequestEntry[];
  /** Of those that don't pass the filter, the one that differs in the fewest members; `undefined` where there is none. */
  nearestMiss(filter: RequestFilter): NearMiss | undefined;
  /** How many requests have been dropped from the log since it was last cleared, because it was full. */
  readonly dropped: number;
  /** Forgets all of them. */
  clear(): void;
}

/** How much the log keeps. */
export interface RequestLogOptions {
  /** Of requests: 1,000 by default. */
  entries?: number | undefined;
  /** Of their headers and bodies together, roughly, in bytes: 33,554,432 by default. */
  bytes?: number | undefined;
}

/** Which requests to show. */
export interface BrowseOptions {
  /** A text that one of them must hold, in whatever letter case; the key that it came with, too. */
  readonly q?: string | undefined;
  readonly after?: number | undefined;
  /** From 1. */
  readonly limit?: number | undefined;
}

/** The log at one moment. */
export interface JournalSnapshot {
  readonly entries: readonly LoggedRequest[];
  readonly dropped: number;
}

/** The last requests. */
export class Journal implements Requests {
  readonly #capacity: number;
  readonly #maxBytes: number;
  /** In order of arrival. */
  readonly #entries = new Set<LoggedRequest>();
  #last: LoggedRequest | undefined;
  /** Of all since it was last cleared. */
  #count = 0;
  /** The answered ones that have their headers and bodies still, and what these take. */
  readonly #whole = new Map<LoggedRequest, number>();
  #bytes = 0;
  readonly #listeners = new Set<(entry: RequestEntry) => void>();
  readonly #onClear: () => void;

  /** `onClear` is told when entries have gone that were there. */
  constructor({ entries = 1000, bytes = 33_554_432 }: RequestLogOptions = {}, onClear: () => void = () => {}) {
    this.#onClear = onClear;
    this.#capacity = entries;
    this.#maxBytes = bytes;
  }

  open(entry: LoggedRequest): LoggedRequest {
    if (this.#entries.size === this.#capacity) {
      const [oldest] = this.#entries;
      if (oldest) this.#drop(oldest);
    }
    entry.number = ++this.#count;
    this.#entries.add(entry);
    this.#last = entry;
    return entry;
  }

  /** Tells listeners that the request has been answered, and its body read; of one that is gone, another may have the number. */
  close(entry: LoggedRequest): void {
    if (!this.#entries.has(entry)) return;
    this.#weigh(entry);
    if (this.#listeners.size === 0) return;
    const view = entry.view();
    for (const listener of this.#listeners) listener(view);
  }

  get dropped(): number {
    return this.#count - this.#entries.size;
  }

  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The one that came last. */
  get latest(): LoggedRequest | undefined {
    return this.#last;
  }

  /** The request with this number; `undefined` when it has not come, or is gone. */
  get(number: number): LoggedRequest | undefined {
    for (const entry of this.#entries) if (entry.number === number) return entry;
    return undefined;
  }

  /** The request that an entry shows; `undefined` when it is gone, and another one has its number after `clear()`. */
  shownBy(entry: Pick<RequestEntry, 'number'> & Partial<RequestEntry>): LoggedRequest | undefined {
    const found = this.get(entry.number);
    const { at, method, path } = found?.view() ?? entry;
    const { at: shownAt = at, method: shownMethod = method, path: shownPath = path } = entry;
    return shownAt === at && shownMethod === method && shownPath === path ? found : undefined;
  }

  /**
   * Those that pass a filter and hold a text somewhere, whatever of the log is gone: for people who look, not for tests
   * that decide. The first `limit` after the number `after`; without that, the last ones.
   */
  browse(filter: RequestFilter, { q = '', after, limit = this.#capacity }: BrowseOptions): RequestEntry[] {
    const wanted = q.toLowerCase();
    const from = after ?? 0;
    const found = [...this.#entries]
      .filter((entry) => entry.number > from && missesOf(filter, entry).length === 0)
      .map((entry) => ({ entry, view: entry.view() }))
      .filter(
        ({ entry, view }) =>
          entry.isSentWith(q) || wanted === '' || JSON.stringify(view).toLowerCase().includes(wanted),
      )
      .map(({ view }) => view);
    return after === undefined ? found.slice(-limit) : found.slice(0, limit);
  }

  all(): RequestEntry[] {
    return [...this.#entries].map((entry) => entry.view());
  }

  last(): RequestEntry | undefined {
    return this.#last?.view();
  }

  find(given: RequestFilter | ((entry: RequestEntry) => boolean)): RequestEntry[] {
    const filter = parseFilter(typeof given === 'function' ? { matches: given } : given);
    this.#complain(filter);
    this.#complainOfLongBodies(filter);
    return [...this.#entries].filter((entry) => missesOf(filter, entry).length === 0).map((entry) => entry.view());
  }

  nearestMiss(given: RequestFilter, tenant?: string): NearMiss | undefined {
    const filter = parseFilter(given);
    const [nearest] = [...this.#entries]
      .filter((entry) => tenant === undefined || entry.tenant === tenant)
      .map((entry) => ({ entry, misses: missesOf(filter, entry) }))
      .filter(({ misses }) => misses.length > 0)
      .sort((a, b) => distance(a.misses) - distance(b.misses) || b.entry.number - a.entry.number);
    return nearest && { entry: nearest.entry.view(), misses: nearest.misses };
  }

  clear(): void {
    this.#entries.clear();
    this.#whole.clear();
    this.#bytes = 0;
    this.#last = undefined;
    this.#count = 0;
    this.#onClear();
  }

  snapshot(): JournalSnapshot {
    return { entries: [...this.#entries], dropped: this.dropped };
  }

  restore({ entries, dropped }: JournalSnapshot): void {
    this.clear();
    this.#count = dropped;
    for (const entry of entries) this.#weigh(this.open(entry));
  }

  #drop(entry: LoggedRequest): void {
    this.#entries.delete(entry);
    this.#bytes -= this.#whole.get(entry) ?? 0;
    this.#whole.delete(entry);
    // A fault's report may have it still.
    entry.forget();
  }

  /** Counts what an entry takes, and has the oldest ones make room for it. */
  #weigh(entry: LoggedRequest): void {
    // One that was under way when a snapshot was taken has been weighed before.
    this.#bytes += entry.size - (this.#whole.get(entry) ?? 0);
    this.#whole.set(entry, entry.size);
    while (this.#bytes > this.#maxBytes) {
      const [oldest] = this.#whole;
      if (!oldest) return;
      this.#bytes -= oldest[1];
      this.#whole.delete(oldest[0]);
      oldest[0].forget();
    }
  }

  /** A test that finds nothing because what it looks for is gone must not pass. */
  #complain(filter: RequestFilter): void {
    if (this.dropped > 0) {
      throw new Error(
        `The request log is full: of all requests, the first ${this.dropped} are gone, and what they were can't be told. ` +
          `Clear it before with mock.requests.clear(), or make the mock with createMock({ requestLog: { entries: ${suggested(this.#capacity)} } }).`,
      );
    }
    const forgotten = looksInside(filter) && [...this.#entries].filter(({ isForgotten }) => isForgotten).length;
    if (forgotten) {
      throw new Error(
        `The request log has no room for more: the headers and bodies of the first ${forgotten} requests are gone. ` +
          `Clear it before with mock.requests.clear(), or make the mock with createMock({ requestLog: { bytes: ${suggested(this.#maxBytes)} } }).`,
      );
    }
  }

  /** A body that the log does not have may be the one. */
  #complainOfLongBodies({ body, matches, ...rest }: RequestFilter): void {
    if (body === undefined) return;
    const unknown = [...this.#entries].find((entry) => entry.bodyKept && missesOf(rest, entry).length === 0);
    if (!unknown) return;
    throw new Error(
      `The log does not have all of the body of request ${unknown.number}, which is longer than 64 KiB or did not come whole: whether it is like the filter's can't be told. ` +
        'Leave out body, or add what the request is not.',
    );
  }
}

function suggested(capacity: number): number {
  return capacity * 10;
}

function parseFilter(filter: unknown): RequestFilter {
  const wording = { who: 'A filter of requests', hasNo: 'A filter of requests has no', member: 'The filter' };
  return parseInput(requestFilter, filter, wording);
}
