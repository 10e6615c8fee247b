/** A service's view of the rate limit: it counts arrivals, exactly, over every window (LIM-1). */
export class SlidingLogServer {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #arrivals: number[] = [];
  /** Index of the oldest arrival that may still count. */
  #oldest = 0;
  #rejected = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  get admitted(): number {
    return this.#arrivals.length;
  }

  get rejected(): number {
    return this.#rejected;
  }

  /** A request arrives; says in how many milliseconds it may come again, 0 when it was admitted (GAP-38). */
  arrive(now: number): number {
    while ((this.#arrivals[this.#oldest] ?? now) <= now - this.#windowMs) this.#oldest++;
    const retryInMs = (this.#arrivals[this.#oldest] ?? now) + this.#windowMs - now;
    if (this.#arrivals.length - this.#oldest >= this.#limit) {
      this.#rejected++;
      return retryInMs;
    }
    this.#arrivals.push(now);
    return 0;
  }
}
