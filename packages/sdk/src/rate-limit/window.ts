/** Timestamps that count for the length of the window, the oldest first. */
export class SlidingWindowLog {
  /** In milliseconds. */
  windowMs: number;
  readonly #times: number[] = [];

  constructor(windowMs: number) {
    this.windowMs = windowMs;
  }

  add(at: number): void {
    // The time nearly always goes to the end: only an abandoned request is recorded with a time in the future.
    this.#times.splice(this.#times.findLastIndex((other) => other <= at) + 1, 0, at);
  }

  count(now: number): number {
    while (this.#times.length > 0 && this.freeAt(this.#times.length) <= now) this.#times.shift();
    return this.#times.length;
  }

  /** Returns when fewer than `many` timestamps remain; a time in the past if that is already so. */
  freeAt(many: number): number {
    const oldest = this.#times[this.#times.length - many];
    return oldest === undefined ? Number.NEGATIVE_INFINITY : oldest + this.windowMs;
  }

  /** Moves later timestamps to `now`. Otherwise they would count for too long after a clock was set back. */
  noneAfter(now: number): void {
    for (const [index, at] of this.#times.entries()) this.#times[index] = Math.min(at, now);
  }

  clear(): void {
    this.#times.length = 0;
  }
}

/** A request that has taken a slot and has no known response. */
export interface Taken {
  /** When the request counts as released even without a call of `release`. */
  readonly leaseUntil: number;
}

/**
 * The requests of a sliding window (LIM-1). A slot is taken before its request is sent, and becomes free one window
 * after the response. The service counts a request when it arrives, which is between these two times. So every
 * request that the service still counts holds a slot here.
 */
export class RequestWindow {
  limit: number;
  readonly #released: SlidingWindowLog;
  readonly #taken = new Set<Taken>();

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.#released = new SlidingWindowLog(windowMs);
  }

  get windowMs(): number {
    return this.#released.windowMs;
  }

  set windowMs(ms: number) {
    this.#released.windowMs = ms;
  }

  used(now: number): number {
    return this.#taken.size + this.#released.count(now);
  }

  free(now: number): number {
    return Math.max(0, this.limit - this.used(now));
  }

  /**
   * Returns the time until a slot is free besides the `kept` slots, in milliseconds; 0 if one is free now. A request
   * without a response holds its slot for at least another window, so no response can make this time shorter.
   */
  wait(now: number, kept: number): number {
    if (this.used(now) + kept < this.limit) return 0;
    for (const taken of this.#taken) if (taken.leaseUntil <= now) this.release(taken, taken.leaseUntil);
    if (this.used(now) + kept < this.limit) return 0;
    // Number of requests with a response that may still hold a slot: fewer if requests without one, or kept slots,
    // need the rest.
    const left = Math.min(this.limit - this.#taken.size - kept, this.#released.count(now));
    return left <= 0 ? this.windowMs : Math.min(this.#released.freeAt(left) - now, this.windowMs);
  }

  take(taken: Taken): void {
    this.#taken.add(taken);
  }

  /** Starts the last window of a request's slot. Returns whether this is the first call; later calls change nothing. */
  release(taken: Taken, at: number): boolean {
    const isFirst = this.#taken.delete(taken);
    if (isFirst) this.#released.add(at);
    return isFirst;
  }
}
