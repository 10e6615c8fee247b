/**
 * The time in which nothing is sent, because the service answered 429 with `Retry-After` (LIM-2), and the window
 * after it: then calls go out at the rate the service sustains, one each `gapMs`, not as a herd.
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

  /** When it ends; a time gone by when there is none. */
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
