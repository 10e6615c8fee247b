/**
 * The pause of a credential after a 429 (LIM-2), in which nothing is sent, and the window after it, in which calls are evenly
 * spaced, so that they don't reach the service all at once.
 */
export class Pause {
  until = 0;
  #pacedUntil = 0;
  #next = 0;

  start(until: number, windowMs: number): void {
    this.until = Math.max(this.until, until);
    this.#pacedUntil = this.until + windowMs;
    this.#next = Math.max(this.#next, this.until);
  }

  isOver(now: number): boolean {
    return now >= this.#pacedUntil;
  }

  mayGoAt(now: number): number {
    return Math.max(now, this.#next);
  }

  sent(now: number, intervalMs: number): void {
    if (!this.isOver(now)) this.#next = now + intervalMs;
  }
}
