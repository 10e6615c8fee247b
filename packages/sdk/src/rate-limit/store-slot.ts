import type { Clock } from '../platform/clock.ts';
import type { RateLimitStore, ReleaseSlotOptions } from './rate-limit-store.ts';

/** The parts of a {@link StoreSlot}. */
export interface StoreSlotOptions {
  readonly store: RateLimitStore;
  readonly clock: Clock;
  readonly windowMs: number;
  /** The digest under which the slot was taken. */
  readonly key: string;
  readonly name: string;
  /** How long a failure counts, in milliseconds; `undefined` without lockout protection. */
  readonly lockoutMs: number | undefined;
}

/**
 * One request's slot and place in a store. Changes of both in one turn are reported with one call of the store. If
 * that call fails, the API call goes on unaffected, and the lease ends the slot and the place.
 */
export class StoreSlot {
  readonly #options: StoreSlotOptions;
  #releasedAt: number | undefined;
  #isInFlight: boolean;
  #isRejected = false;
  #isReporting = false;
  #hasReported = false;

  constructor(options: StoreSlotOptions) {
    this.#options = options;
    this.#isInFlight = options.lockoutMs !== undefined;
  }

  release(afterMs: number): void {
    if (this.#releasedAt !== undefined) return;
    this.#releasedAt = this.#options.clock.now() + afterMs;
    if (afterMs === Number.NEGATIVE_INFINITY) this.#isInFlight = false;
    // Don't report again: the first report came with the status line, closer to when the service counted the request.
    if (!this.#hasReported || afterMs !== 0) this.#report();
  }

  leave(isRejected: boolean): void {
    if (!this.#isInFlight) return;
    this.#isInFlight = false;
    this.#isRejected = isRejected;
    this.#report();
  }

  pause(ms: number): void {
    const { store, key, windowMs } = this.#options;
    inBackground(async () => store.pause(key, ms, { windowMs }));
  }

  #report(): void {
    if (this.#isReporting) return;
    this.#isReporting = true;
    this.#hasReported = true;
    inBackground(async () => {
      await undefined;
      this.#isReporting = false;
      const { store, key, name } = this.#options;
      await store.release(key, name, this.#releaseOptions());
    });
  }

  #releaseOptions(): ReleaseSlotOptions {
    const { clock, windowMs, lockoutMs } = this.#options;
    const now = clock.now();
    const afterMs = Math.max(-windowMs, (this.#releasedAt ?? now) - now);
    if (!lockoutMs || this.#isInFlight) return { windowMs, afterMs };
    return { windowMs, afterMs, lockout: { windowMs: lockoutMs, rejected: this.#isRejected } };
  }
}

/** Runs work without waiting for it, and ignores its failure. */
function inBackground(work: () => Promise<unknown>): void {
  work().catch(() => {});
}
