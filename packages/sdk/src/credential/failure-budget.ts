import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { SlidingWindowLog } from '../rate-limit/window.ts';

/** The failures that the service counts together: those with one credential, or all from one address. */
export type LockoutScope = 'credential' | 'address';

/** The failures that are risked: one less than the service allows before it locks out (AUTH-7). */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** A place among the requests in flight. */
export interface Reservation {
  /** When it ends without being released. */
  readonly until: number;
}

/**
 * Prevents lockouts: the failures of the last 15 minutes and the requests in flight, each of
 * which may be one more, are never more than 4 together. One budget is of one credential, or of an address.
 */
export class FailureBudget {
  readonly #clock: Clock;
  readonly #failures = new SlidingWindowLog(limits.authenticationWindowMs);
  readonly #inFlight = new Set<Reservation>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the budget has no state worth keeping. */
  get idle(): boolean {
    return this.failures === 0 && this.inFlight === 0;
  }

  /** Failures in the window. */
  get failures(): number {
    const now = this.#clock.now();
    this.#failures.noneAfter(now);
    return this.#failures.count(now);
  }

  get inFlight(): number {
    const now = this.#clock.now();
    for (const one of this.#inFlight) if (one.until <= now) this.#inFlight.delete(one);
    return this.#inFlight.size;
  }

  // enforces AUTH-7
  /** Returns how many more requests may go, when some places are kept for others. */
  capacity(kept: number): number {
    return Math.max(0, failuresRisked - this.failures - this.inFlight - kept);
  }

  /** Returns when fewer failures than that are left; in the past when that is so. */
  availableAt(failures: number): number {
    return this.#failures.freeAt(failures);
  }

  reserve(until: number): Reservation {
    const reservation = { until };
    this.#inFlight.add(reservation);
    return reservation;
  }

  /** The request is no longer in flight. Only the first time counts. */
  release(reservation: Reservation): void {
    if (!this.#inFlight.delete(reservation)) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const callback of waiting) callback();
  }

  /** Calls back once when a place is free. Only once: an address's budget must not keep the queues of its credentials. */
  onCapacity(callback: () => void): void {
    this.#waiting.add(callback);
  }

  recordFailure(): void {
    this.#failures.add(this.#clock.now());
  }

  /** The service counts from zero: the failures were of another credential. */
  reset(): void {
    this.#failures.clear();
  }
}
