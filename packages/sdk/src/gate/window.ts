/** Points in time of which each counts for the same while, the oldest first. */
export class Moments {
  /** How long each counts, in milliseconds. */
  forMs: number;
  readonly #times: number[] = [];

  constructor(forMs: number) {
    this.forMs = forMs;
  }

  add(at: number): void {
    this.#times.splice(this.#times.findLastIndex((other) => other <= at) + 1, 0, at);
  }

  /** Returns whether it was still there. */
  remove(at: number): boolean {
    const index = this.#times.lastIndexOf(at);
    return index >= 0 && this.#times.splice(index, 1).length > 0;
  }

  count(now: number): number {
    while (this.#times.length > 0 && this.endOf(0) <= now) this.#times.shift();
    return this.#times.length;
  }

  /** When one ends, by its place from the oldest; a time in the past without that many. */
  endOf(index: number): number {
    return (this.#times[index] ?? Number.NEGATIVE_INFINITY) + this.forMs;
  }

  /** When fewer than `many` are left; a time in the past if that is so already. */
  fewerAt(many: number): number {
    return this.endOf(this.#times.length - many);
  }

  clear(): void {
    this.#times.length = 0;
  }
}

/**
 * The requests that the service may still count (LIM-1). A slot is taken before its request is sent and becomes free one
 * window after the response; the service counts a request when it arrives, which is in between. Until the response, a slot
 * has a lease, because a runtime may end a request without a word. The window outlives its credential: the next one of the
 * same source goes on with it.
 */
export class RateWindow {
  /** When the responses came, or at the latest come. */
  readonly #responses: Moments;
  /** Called when a slot is given back unused. */
  onFree: () => void = () => {};

  constructor(windowMs: number) {
    this.#responses = new Moments(windowMs);
  }

  get windowMs(): number {
    return this.#responses.forMs;
  }

  widen(ms: number): void {
    this.#responses.forMs = Math.max(ms, this.#responses.forMs);
  }

  used(now: number): number {
    return this.#responses.count(now);
  }

  /** When a limit has let so many more requests through at the earliest; `now` if it does already. */
  freeAt(limit: number, now: number, requests = 1): number {
    if (limit === Number.POSITIVE_INFINITY) return now;
    const rounds = Math.floor((requests - 1) / limit);
    const missing = this.used(now) + requests - rounds * limit - limit;
    // A request without a response holds its slot for another window at least.
    const first = missing > 0 ? Math.min(this.#responses.endOf(missing - 1), now + this.windowMs) : now;
    return first + rounds * this.windowMs;
  }

  take(lease: number): void {
    this.#responses.add(lease);
  }

  /** Starts the last window of a slot. */
  answer(lease: number, at: number): void {
    if (this.#responses.remove(lease)) this.#responses.add(at);
  }

  /** For a request that was not sent. */
  giveBack(lease: number): void {
    if (this.#responses.remove(lease)) this.onFree();
  }
}
