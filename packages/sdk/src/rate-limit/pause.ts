/**
 * The time in which nothing is sent, because the service answered 429 with `Retry-After` (LIM-2), and the window
 * after it, in which calls go out one by one, evenly spaced, so that those that waited don't all arrive at once.
 */
export class Pause {
  #until = 0;
  #pacedUntil = 0;
  #next = 0;

  /** When it ends; in the past when there is none. */
  get until(): number {
    return this.#until;
  }

  /** Whether it and the window after it are over. */
  isPast(now: number): boolean {
    return now >= this.#pacedUntil;
  }

  start(until: number, windowMs: number): void {
    this.#until = Math.max(this.#until, until);
    this.#pacedUntil = this.#until + windowMs;
    this.#next = Math.max(this.#next, this.#until);
  }

  /** In how many milliseconds the next request may be sent; 0 for at once. */
  wait(now: number): number {
    return Math.max(0, this.#next - now);
  }

  /** A request is sent; the next one goes a gap later. */
  pass(now: number, gapMs: number): void {
    if (now < this.#pacedUntil) this.#next = now + gapMs;
  }
}
