import { MinHeap } from './min-heap.ts';

/**
 * A sliding window of slots (LIM-1). A slot is taken before a request is sent, and freed one window after it was
 * answered, not after it was sent: the service counts a request when it arrives, somewhere in between. So whatever
 * the service still counts, holds a slot here.
 */
export class SettledWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** When each answered request stops counting. */
  readonly #freeAt = new MinHeap();
  #unanswered = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  used(now: number): number {
    while (this.#freeAt.min <= now) this.#freeAt.removeMin();
    return this.#unanswered + this.#freeAt.size;
  }

  /**
   * In how many milliseconds a slot can be free; 0 for at once. A request that is unanswered now holds its slot for
   * a window at least, so nothing that happens meanwhile can make it sooner.
   */
  wait(now: number): number {
    return this.used(now) < this.#limit ? 0 : Math.min(this.#freeAt.min - now, this.#windowMs);
  }

  take(): void {
    this.#unanswered++;
  }

  /** The request that took a slot was answered, or counts as answered, at a time. */
  settle(at: number): void {
    this.#unanswered--;
    this.#freeAt.add(at + this.#windowMs);
  }
}
