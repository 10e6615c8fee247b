/** A rate limit: the maximum number of requests in any window of this length. */
export interface Rate {
  /** With 0, all requests are rejected. */
  readonly requests: number;
  readonly windowMs: number;
}

/** The state of a window. */
export interface WindowView {
  readonly used: number;
  /** Time from which another request is admitted, in milliseconds since 1970; `null` below the limit. */
  readonly freeAt: number | null;
}

/**
 * A sliding window: the times of the last requests, up to the limit. Another request is admitted once the oldest is at least one
 * window old (GAP-38). Memory is bounded by the limit.
 */
export class RateWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** A ring buffer. When full, the oldest time is at `#next`. */
  readonly #times: number[];
  #next: number;

  constructor(limit: number, windowMs: number, from?: RateWindow) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#times = from ? from.#times.slice() : [];
    this.#next = from ? from.#next : 0;
  }

  /** Returns the time until another request is admitted, in milliseconds. */
  wait(now: number): number {
    this.#clampTo(now);
    // There is none while fewer requests than the limit are kept.
    const oldest = this.#times[this.#next];
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#windowMs - now);
  }

  record(now: number): void {
    this.#clampTo(now);
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#limit;
  }

  /** Returns the number of requests that count, and when another is admitted. */
  view(now: number): WindowView {
    const wait = this.wait(now);
    const used = this.#times.filter((time) => now - time < this.#windowMs).length;
    return { used, freeAt: wait > 0 ? now + wait : null };
  }

  /** Whether no request counts any more. */
  isPast(now: number): boolean {
    this.#clampTo(now);
    const newest = this.#newest();
    return newest === undefined || now - newest >= this.#windowMs;
  }

  copy(): RateWindow {
    return new RateWindow(this.#limit, this.#windowMs, this);
  }

  /** Returns a window of another size with the last requests of this window. */
  resized(limit: number, windowMs: number): RateWindow {
    const other = new RateWindow(limit, windowMs);
    for (const time of this.toJSON().slice(-limit)) other.record(time);
    return other;
  }

  toJSON(): readonly number[] {
    return [...this.#times.slice(this.#next), ...this.#times.slice(0, this.#next)];
  }

  #newest(): number | undefined {
    return this.#times.at(this.#next - 1);
  }

  /**
   * Moves times after `now` to `now` if a test has set the clock back. Otherwise, a caller could wait longer than one window.
   * Overwrites the times, because `now` is later at the next call.
   */
  #clampTo(now: number): void {
    if ((this.#newest() ?? now) <= now) return;
    for (const [place, time] of this.#times.entries()) this.#times[place] = Math.min(time, now);
  }
}

/** Sliding windows by credential, or by source of failed authentications. */
export class RateWindows {
  #byKey = new Map<string, RateWindow>();
  /** Number of keys at which unused windows are dropped. */
  #evictAt = 1024;

  /** Returns the time until another request of `key` is admitted, in milliseconds. */
  wait(key: string, now: number): number {
    return this.#byKey.get(key)?.wait(now) ?? 0;
  }

  view(key: string, now: number): WindowView {
    return this.#byKey.get(key)?.view(now) ?? { used: 0, freeAt: null };
  }

  get keys(): string[] {
    return [...this.#byKey.keys()];
  }

  record(key: string, rate: Rate, now: number): void {
    let window = this.#byKey.get(key);
    if (!window) {
      this.#evict(now);
      window = new RateWindow(rate.requests, rate.windowMs);
      this.#byKey.set(key, window);
    }
    window.record(now);
  }

  /** Resizes all windows to the present rates of their keys. Drops windows of keys without a rate. */
  resize(rateOf: (key: string) => Rate | undefined): void {
    for (const [key, window] of this.#byKey) {
      const rate = rateOf(key);
      if (rate && rate.requests > 0) this.#byKey.set(key, window.resized(rate.requests, rate.windowMs));
      else this.#byKey.delete(key);
    }
  }

  copy(): ReadonlyMap<string, RateWindow> {
    return new Map([...this.#byKey].map(([key, window]) => [key, window.copy()]));
  }

  restore(copy: ReadonlyMap<string, RateWindow>): void {
    this.#byKey = new Map([...copy].map(([key, window]) => [key, window.copy()]));
  }

  toJSON(): unknown {
    return Object.fromEntries(this.#byKey);
  }

  /** Drops unused windows, so that a client that keeps sending new credentials can't fill the memory. */
  #evict(now: number): void {
    if (this.#byKey.size < this.#evictAt) return;
    for (const [key, window] of this.#byKey) {
      if (window.isPast(now)) this.#byKey.delete(key);
    }
    this.#evictAt = Math.max(1024, this.#byKey.size * 2);
  }
}
