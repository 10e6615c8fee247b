/**
 * Maximum time for which a pause from the store is trusted, in milliseconds. The store may lose its data or hold
 * wrong data.
 */
const believedForMs = 5_000;

/**
 * The pause of a credential after a 429 (LIM-2), in which nothing is sent, and the window after that pause. In this
 * window, calls are evenly spaced, so that the queued calls don't reach the service all at once.
 */
export class Pause {
  #until = 0;
  #pacedUntil = 0;
  #next = 0;
  #elsewhere = { until: 0, believedUntil: 0 };

  /** Returns when the pause ends; a time in the past if there is no pause. */
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

  /** Adopts a pause of another process. The store itself spaces the calls after that pause. */
  believe(until: number, now: number): void {
    this.#elsewhere = { until, believedUntil: Math.min(until, now + believedForMs) };
  }

  /** Returns the time until the next request may be sent, in milliseconds. */
  wait(now: number): number {
    return Math.max(0, this.#next - now, this.#elsewhere.believedUntil - now);
  }

  /** Records a sent request. While calls are evenly spaced, the next one is sent an interval later. */
  pass(now: number, intervalMs: number): void {
    if (now < this.#pacedUntil) this.#next = now + intervalMs;
  }
}
