/** A request rate: how many requests there may be in any window of that length. */
export interface Rate {
  /** With 0 no request is admitted. */
  readonly requests: number;
  readonly windowMs: number;
}

/** A window as people see it. */
export interface WindowView {
  readonly used: number;
  /** In milliseconds since 1970; `null` while there is room. */
  readonly freeAt: number | null;
}

/**
 * The times of the last requests, as many as a window may hold: one more is admitted once the oldest of them is at
 * least one window old (GAP-38). Memory grows to the limit and no further.
 */
export class RateWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** Oldest at `#next` once the ring is full. */
  readonly #times: number[];
  #next: number;

  constructor(limit: number, windowMs: number, from?: RateWindow) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#times = from ? from.#times.slice() : [];
    this.#next = from ? from.#next : 0;
  }

  /** How long until one more is admitted, in milliseconds; 0 for at once. */
  wait(now: number): number {
    this.#follow(now);
    if (this.#times.length < this.#limit) return 0;
    const oldest = this.#times[this.#next];
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#windowMs - now);
  }

  record(now: number): void {
    this.#follow(now);
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#limit;
  }

  /** How many in it still count, and when one more is admitted where it is full. */
  view(now: number): WindowView {
    const wait = this.wait(now);
    const used = this.#times.filter((time) => now - time < this.#windowMs).length;
    return { used, freeAt: wait > 0 ? now + wait : null };
  }

  /** Whether nothing in it still counts. */
  isPast(now: number): boolean {
    this.#follow(now);
    const newest = this.#newest();
    return newest === undefined || now - newest >= this.#windowMs;
  }

  copy(): RateWindow {
    return new RateWindow(this.#limit, this.#windowMs, this);
  }

  /** One of another size with the last requests of this one. */
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
   * A test may set the clock back. Later times are then moved to now, so that no caller waits longer than one window.
   * They are overwritten, because "now" is later at the next call.
   */
  #follow(now: number): void {
    if ((this.#newest() ?? now) <= now) return;
    for (const [place, time] of this.#times.entries()) this.#times[place] = Math.min(time, now);
  }
}

/** One sliding window for each key: a credential, or a source of failed authentications. */
export class RateWindows {
  #byKey = new Map<string, RateWindow>();
  /** How many keys there may be before those whose time has passed are looked for. */
  #sweepAt = 1024;

  /** How long until `key` is admitted once more, in milliseconds. */
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
      this.#sweep(now);
      window = new RateWindow(rate.requests, rate.windowMs);
      this.#byKey.set(key, window);
    }
    window.record(now);
  }

  /** Gives every window the size that its key's rate has now; those without a rate are over. */
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

  /** Drops windows that are over: a client that sends ever new credentials must not fill the memory. */
  #sweep(now: number): void {
    if (this.#byKey.size < this.#sweepAt) return;
    for (const [key, window] of this.#byKey) {
      if (window.isPast(now)) this.#byKey.delete(key);
    }
    this.#sweepAt = Math.max(1024, this.#byKey.size * 2);
  }
}
