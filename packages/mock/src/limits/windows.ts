import { SlidingWindow } from './sliding-window.ts';

/** A limit and the time it holds for. */
export interface Rate {
  readonly requests: number;
  readonly windowMs: number;
}

/** One sliding window for each key: a credential, or a source of failed authentications. */
export class Windows {
  #byKey = new Map<string, SlidingWindow>();
  /** How many keys there may be before those whose time has passed are looked for. */
  #sweepAt = 1024;

  /** How long until `key` is admitted once more, in milliseconds. */
  wait(key: string, now: number): number {
    return this.#byKey.get(key)?.wait(now) ?? 0;
  }

  record(key: string, rate: Rate, now: number): void {
    let window = this.#byKey.get(key);
    if (!window) {
      this.#sweep(now);
      window = new SlidingWindow(rate.requests, rate.windowMs);
      this.#byKey.set(key, window);
    }
    window.record(now);
  }

  copy(): ReadonlyMap<string, SlidingWindow> {
    return new Map([...this.#byKey].map(([key, window]) => [key, window.copy()]));
  }

  restore(copy: ReadonlyMap<string, SlidingWindow>): void {
    this.#byKey = new Map([...copy].map(([key, window]) => [key, window.copy()]));
  }

  toJSON(): unknown {
    return Object.fromEntries(this.#byKey);
  }

  /** Whoever sends ever new credentials must not fill the memory. */
  #sweep(now: number): void {
    if (this.#byKey.size < this.#sweepAt) return;
    for (const [key, window] of this.#byKey) {
      if (window.isPast(now)) this.#byKey.delete(key);
    }
    this.#sweepAt = Math.max(1024, this.#byKey.size * 2);
  }
}
