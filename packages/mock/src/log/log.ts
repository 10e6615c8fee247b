import type { LoggedRequest } from './entry.ts';
import type { RequestEntry } from './request-entry.ts';

/** Maximum size of the request log. */
export interface RequestLogOptions {
  /** Maximum number of requests. By default 1,000. */
  entries?: number | undefined;
  /** Approximate maximum size of all headers and bodies, in bytes. By default 33,554,432. */
  bytes?: number | undefined;
}

/** A saved state of the log. */
export interface RequestLogSnapshot {
  readonly entries: readonly LoggedRequest[];
  readonly dropped: number;
}

/** The last requests. */
export class RequestLog {
  /** Maximum number of requests. */
  readonly capacity: number;
  /** Maximum size of all headers and bodies, in bytes. */
  readonly maxBytes: number;
  /** In order of arrival. */
  readonly #entries = new Set<LoggedRequest>();
  #last: LoggedRequest | undefined;
  /** Number of all requests since the log was last cleared. */
  #count = 0;
  /** Finished requests with headers and bodies, and their sizes. */
  readonly #whole = new Map<LoggedRequest, number>();
  #bytes = 0;
  readonly #listeners = new Set<(entry: RequestEntry) => void>();
  readonly #onClear: () => void;

  /** @param onClear Called when entries are removed. */
  constructor({ entries = 1000, bytes = 33_554_432 }: RequestLogOptions = {}, onClear: () => void = () => {}) {
    this.#onClear = onClear;
    this.capacity = entries;
    this.maxBytes = bytes;
  }

  open(entry: LoggedRequest): LoggedRequest {
    if (this.#entries.size === this.capacity) {
      const [oldest] = this.#entries;
      if (oldest) this.#drop(oldest);
    }
    entry.number = ++this.#count;
    this.#entries.add(entry);
    this.#last = entry;
    return entry;
  }

  /** Notifies listeners that a request is finished and its body read. Ignores removed entries, whose number may be reused. */
  close(entry: LoggedRequest): void {
    if (!this.#entries.has(entry)) return;
    this.#weigh(entry);
    if (this.#listeners.size === 0) return;
    const view = entry.view();
    for (const listener of this.#listeners) listener(view);
  }

  /** The number that the next request gets. */
  get nextNumber(): number {
    return this.#count + 1;
  }

  /** Number of requests that were dropped to make room, since the log was last cleared. */
  get dropped(): number {
    return this.#count - this.#entries.size;
  }

  /** The logged requests, in order of arrival. */
  get entries(): LoggedRequest[] {
    return [...this.#entries];
  }

  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The request that arrived last. */
  get last(): LoggedRequest | undefined {
    return this.#last;
  }

  /** Returns the request with a number; `undefined` for an unknown or dropped request. */
  get(number: number): LoggedRequest | undefined {
    for (const entry of this.#entries) if (entry.number === number) return entry;
    return undefined;
  }

  /** Returns the request of an entry; `undefined` if the request was dropped, even if a later request has the same number. */
  shownBy(entry: Pick<RequestEntry, 'number'> & Partial<RequestEntry>): LoggedRequest | undefined {
    const found = this.get(entry.number);
    const { at, method, path } = found?.view() ?? entry;
    const { at: shownAt = at, method: shownMethod = method, path: shownPath = path } = entry;
    return shownAt === at && shownMethod === method && shownPath === path ? found : undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#whole.clear();
    this.#bytes = 0;
    this.#last = undefined;
    this.#count = 0;
    this.#onClear();
  }

  snapshot(): RequestLogSnapshot {
    return { entries: [...this.#entries], dropped: this.dropped };
  }

  restore({ entries, dropped }: RequestLogSnapshot): void {
    this.clear();
    this.#count = dropped;
    for (const entry of entries) this.#weigh(this.open(entry));
  }

  #drop(entry: LoggedRequest): void {
    this.#entries.delete(entry);
    this.#bytes -= this.#whole.get(entry) ?? 0;
    this.#whole.delete(entry);
    // Free the memory, because a fault may still refer to the entry.
    entry.forget();
  }

  /** Counts the size of an entry, and drops headers and bodies of the oldest entries if necessary. */
  #weigh(entry: LoggedRequest): void {
    // Subtract the previous size. Otherwise, requests in flight during a snapshot would count twice.
    this.#bytes += entry.size - (this.#whole.get(entry) ?? 0);
    this.#whole.set(entry, entry.size);
    while (this.#bytes > this.maxBytes) {
      const [oldest] = this.#whole;
      if (!oldest) return;
      this.#bytes -= oldest[1];
      this.#whole.delete(oldest[0]);
      oldest[0].forget();
    }
  }
}
