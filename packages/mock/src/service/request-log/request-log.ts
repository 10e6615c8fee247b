import type { LoggedRequest } from './logged-request.ts';
import type { RequestEntry } from './request-entry.ts';

/** How much the log keeps. */
export interface RequestLogOptions {
  /** Of requests: 1,000 by default. */
  entries?: number | undefined;
  /** Of their headers and bodies together, roughly, in bytes: 33,554,432 by default. */
  bytes?: number | undefined;
}

/** The log at one moment. */
export interface RequestLogSnapshot {
  readonly entries: readonly LoggedRequest[];
  readonly dropped: number;
}

/** The last requests. */
export class RequestLog {
  /** How many requests it keeps. */
  readonly capacity: number;
  /** How many bytes of their headers and bodies. */
  readonly maxBytes: number;
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

  /** Tells listeners that the request has been answered, and its body read; of one that is gone, another may have the number. */
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

  /** How many were in it since it was last cleared, and had to make room. */
  get dropped(): number {
    return this.#count - this.#entries.size;
  }

  /** Those that it has, in order of arrival. */
  get entries(): LoggedRequest[] {
    return [...this.#entries];
  }

  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The one that came last. */
  get last(): LoggedRequest | undefined {
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
    // A fault's report may have it still.
    entry.forget();
  }

  /** Counts what an entry takes, and has the oldest ones make room for it. */
  #weigh(entry: LoggedRequest): void {
    // One that was under way when a snapshot was taken has been weighed before.
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
