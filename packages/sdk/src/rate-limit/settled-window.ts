/**
 * A sliding window of slots (LIM-1). A slot is taken before a request is sent, and freed one window after it was
 * answered, not after it was sent: the service counts a request when it arrives, somewhere in between. So whatever
 * the service still counts, holds a slot here.
 */
export class SettledWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** When each answered request stops counting, the next one first. */
  readonly #freeAt: number[] = [];
  #unanswered = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  used(now: number): number {
    while (this.#nextFreeAt <= now) this.#freeAt.shift();
    return this.#unanswered + this.#freeAt.length;
  }

  /**
   * In how many milliseconds a slot can be free; 0 for at once. A request that is unanswered now holds its slot for
   * a window at least, so nothing that happens meanwhile can make it sooner.
   */
  wait(now: number): number {
    return this.used(now) < this.#limit ? 0 : Math.min(this.#nextFreeAt - now, this.#windowMs);
  }

  take(): void {
    this.#unanswered++;
  }

  /** The request that took a slot was answered, or counts as answered, at a time. */
  settle(at: number): void {
    this.#unanswered--;
    const freeAt = at + this.#windowMs;
    // Nearly always the last: only a request that was given up counts as answered later than now.
    this.#freeAt.splice(this.#freeAt.findLastIndex((other) => other <= freeAt) + 1, 0, freeAt);
  }

  get #nextFreeAt(): number {
    return this.#freeAt[0] ?? Number.POSITIVE_INFINITY;
  }
}
