/** A request that has taken a slot and is not known to be answered. */
export interface Taken {
  /** When it counts as answered although nobody settled it. */
  readonly leaseUntil: number;
}

/**
 * A sliding window of slots (LIM-1). A slot is taken before a request is sent, and freed one window after it was
 * answered, not after it was sent: the service counts a request when it arrives, somewhere in between. So every request
 * that the service still counts holds a slot here.
 */
export class SettledWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** When each answered request stops counting, the next one first. */
  readonly #freeAt: number[] = [];
  readonly #unanswered = new Set<Taken>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  used(now: number): number {
    while (this.#nextFreeAt <= now) this.#freeAt.shift();
    return this.#unanswered.size + this.#freeAt.length;
  }

  /**
   * In how many milliseconds a slot can be free; 0 for at once. A request that is unanswered now holds its slot for
   * a window at least, so nothing that happens meanwhile can make it sooner.
   */
  wait(now: number): number {
    if (this.used(now) < this.#limit) return 0;
    for (const taken of this.#unanswered) if (taken.leaseUntil <= now) this.settle(taken, taken.leaseUntil);
    return this.used(now) < this.#limit ? 0 : Math.min(this.#nextFreeAt - now, this.#windowMs);
  }

  take(leaseUntil: number): Taken {
    const taken = { leaseUntil };
    this.#unanswered.add(taken);
    return taken;
  }

  /** The request that took a slot was answered, or counts as answered, at a time. Only the first time counts. */
  settle(taken: Taken, at: number): boolean {
    if (!this.#unanswered.delete(taken)) return false;
    const freeAt = at + this.#windowMs;
    // Nearly always the last: only a request that was given up counts as answered later than now.
    this.#freeAt.splice(this.#freeAt.findLastIndex((other) => other <= freeAt) + 1, 0, freeAt);
    return true;
  }

  get #nextFreeAt(): number {
    return this.#freeAt[0] ?? Number.POSITIVE_INFINITY;
  }
}

/**
 * The time in which nothing is sent, because the service answered 429 with `Retry-After` (LIM-2), and the window
 * after it, in which calls go out one by one, evenly spaced, so that those that waited don't all arrive at once.
 */
export class Pause {
  readonly #gapMs: number;
  readonly #windowMs: number;
  #until = 0;
  #pacedUntil = 0;
  #next = 0;

  constructor(limit: number, windowMs: number) {
    this.#gapMs = windowMs / limit;
    this.#windowMs = windowMs;
  }

  /** When it ends; in the past when there is none. */
  get until(): number {
    return this.#until;
  }

  /** Whether it and the window after it are over. */
  isPast(now: number): boolean {
    return now >= this.#pacedUntil;
  }

  start(until: number): void {
    this.#until = Math.max(this.#until, until);
    this.#pacedUntil = this.#until + this.#windowMs;
    this.#next = Math.max(this.#next, this.#until);
  }

  /** In how many milliseconds the next request may be sent; 0 for at once. */
  wait(now: number): number {
    return Math.max(0, this.#next - now);
  }

  /** A request is sent. */
  pass(now: number): void {
    if (now < this.#pacedUntil) this.#next = now + this.#gapMs;
  }
}
