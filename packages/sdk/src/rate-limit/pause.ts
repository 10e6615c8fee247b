/** Time for which a store's pause is believed, in milliseconds: the store may lose its data, or hold wrong data. */
const believedForMs = 5_000;

/**
 * The time in which nothing is sent, because the service answered 429 with `Retry-After` (LIM-2), and the window
 * after it, in which calls go out evenly spaced, so that the queued calls don't all arrive at once.
 */
export class Pause {
  #until = 0;
  #pacedUntil = 0;
  #next = 0;
  #elsewhere = { until: 0, believedUntil: 0 };

  /** Returns when the pause ends; in the past without a pause. */
  until(now: number): number {
    const { until, believedUntil } = this.#elsewhere;
    return Math.max(this.#until, now < believedUntil ? until : 0);
  }

  /** Whether the pause and the window after it are over. */
  isPast(now: number): boolean {
    return now >= Math.max(this.#pacedUntil, this.until(now));
  }

  start(until: number, windowMs: number): void {
    this.#until = Math.max(this.#until, until);
    this.#pacedUntil = this.#until + windowMs;
    this.#next = Math.max(this.#next, this.#until);
  }

  /** Takes over a pause of another process. The store spaces the calls after it. */
  believe(until: number, now: number): void {
    this.#elsewhere = { until, believedUntil: Math.min(until, now + believedForMs) };
  }

  /** Returns in how many milliseconds the next request may be sent; 0 for at once. */
  wait(now: number): number {
    return Math.max(0, this.#next - now, this.#elsewhere.believedUntil - now);
  }

  /** Records a request that is sent: the next one goes an interval later. */
  pass(now: number, intervalMs: number): void {
    if (now < this.#pacedUntil) this.#next = now + intervalMs;
  }
}
