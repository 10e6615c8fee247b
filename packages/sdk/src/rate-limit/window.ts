/** Timestamps that count for the length of the window, the oldest first. */
export class SlidingWindowLog {
  /** In milliseconds. */
  windowMs: number;
  readonly #times: number[] = [];

  constructor(windowMs: number) {
    this.windowMs = windowMs;
  }

  add(at: number): void {
    // Nearly always the last: only an abandoned request counts as answered later than now.
    this.#times.splice(this.#times.findLastIndex((other) => other <= at) + 1, 0, at);
  }

  count(now: number): number {
    while (this.#times.length > 0 && this.freeAt(this.#times.length) <= now) this.#times.shift();
    return this.#times.length;
  }

  /** Returns when fewer than `many` timestamps remain; in the past when that is so now. */
  freeAt(many: number): number {
    const oldest = this.#times[this.#times.length - many];
    return oldest === undefined ? Number.NEGATIVE_INFINITY : oldest + this.windowMs;
  }

  /** Moves later timestamps to `now`: a clock that was set back would keep them for as long as it was set. */
  noneAfter(now: number): void {
    for (const [index, at] of this.#times.entries()) this.#times[index] = Math.min(at, now);
  }

  clear(): void {
    this.#times.length = 0;
  }
}

/** A request that has taken a slot and has no known response. */
export interface Taken {
  /** When it counts as answered without being released. */
  readonly leaseUntil: number;
}

/**
 * The requests of a sliding window (LIM-1). A slot is taken before a request is sent, and freed one window after it was
 * answered, not after it was sent: the service counts a request when it arrives, somewhere in between. So every request
 * that the service still counts holds a slot here.
 */
export class RequestWindow {
  limit: number;
  readonly #answered: SlidingWindowLog;
  readonly #unanswered = new Set<Taken>();

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.#answered = new SlidingWindowLog(windowMs);
  }

  get windowMs(): number {
    return this.#answered.windowMs;
  }

  set windowMs(ms: number) {
    this.#answered.windowMs = ms;
  }

  used(now: number): number {
    return this.#unanswered.size + this.#answered.count(now);
  }

  free(now: number): number {
    return Math.max(0, this.limit - this.used(now));
  }

  /**
   * Returns in how many milliseconds a slot can be free beside those that are kept for others; 0 for at once. A request
   * that is unanswered now holds its slot for a window at least, so no event can make it sooner.
   */
  wait(now: number, kept: number): number {
    if (this.used(now) + kept < this.limit) return 0;
    for (const taken of this.#unanswered) if (taken.leaseUntil <= now) this.release(taken, taken.leaseUntil);
    if (this.used(now) + kept < this.limit) return 0;
    // The answered requests that may remain: fewer while others are unanswered or kept.
    const left = Math.min(this.limit - this.#unanswered.size - kept, this.#answered.count(now));
    return left <= 0 ? this.windowMs : Math.min(this.#answered.freeAt(left) - now, this.windowMs);
  }

  take(taken: Taken): void {
    this.#unanswered.add(taken);
  }

  /** Counts a request as answered at a time. Only the first call counts. */
  release(taken: Taken, at: number): boolean {
    const isFirst = this.#unanswered.delete(taken);
    if (isFirst) this.#answered.add(at);
    return isFirst;
  }
}
