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
    if (index === -1) return false;
    this.#times.splice(index, 1);
    return true;
  }

  /** Returns how many still count, and forgets the others. */
  count(now: number): number {
    while (this.#times.length > 0 && this.endOf(0) <= now) this.#times.shift();
    return this.#times.length;
  }

  /** Returns when one ends, by its place from the oldest; a time in the past without that many. */
  endOf(index: number): number {
    return (this.#times[index] ?? Number.NEGATIVE_INFINITY) + this.forMs;
  }

  /** Returns when fewer than `many` are left; a time in the past if that is so already. */
  fewerAt(many: number): number {
    return this.endOf(this.#times.length - many);
  }

  /** After the clock was set back, later ones count from the new time. */
  noneAfter(now: number): void {
    for (let index = this.#times.length - 1; (this.#times[index] ?? now) > now; index--) this.#times[index] = now;
  }

  /** Forgets those until a time; by default all. */
  clear(until: number = Number.POSITIVE_INFINITY): void {
    this.#times.splice(0, this.#times.findLastIndex((at) => at <= until) + 1);
  }
}
