import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { SlidingWindowLog } from '../rate-limit/window.ts';

/** The failures that the service counts together: those with one credential, or all from one address. */
export type LockoutScope = 'credential' | 'address';

/** Maximum number of failures that the client risks: one less than the number that leads to a lockout (AUTH-7). */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** A place among the requests in flight. */
export interface Reservation {
  /** When the reservation ends if it isn't released before. */
  readonly until: number;
}

/**
 * Prevents lockouts. The failures of the last 15 minutes and the requests in flight are never more than 4 together,
 * because each request in flight may become a failure. A budget belongs to one credential or to one address.
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
  /** Returns how many more requests may be sent while `kept` places stay free for others. */
  capacity(kept: number): number {
    return Math.max(0, failuresRisked - this.failures - this.inFlight - kept);
  }

  /** Returns when fewer than `failures` failures remain in the window; a time in the past if that is already so. */
  availableAt(failures: number): number {
    return this.#failures.freeAt(failures);
  }

  reserve(until: number): Reservation {
    const reservation = { until };
    this.#inFlight.add(reservation);
    return reservation;
  }

  /** Records that the request is no longer in flight. Only the first call counts. */
  release(reservation: Reservation): void {
    if (!this.#inFlight.delete(reservation)) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const callback of waiting) callback();
  }

  /**
   * Calls back once when a place becomes free. Only once: the budget of an address must not retain the queues of its
   * credentials.
   */
  onCapacity(callback: () => void): void {
    this.#waiting.add(callback);
  }

  recordFailure(): void {
    this.#failures.add(this.#clock.now());
  }

  /** Forgets the failures, because the service counts the new credential's failures separately. */
  reset(): void {
    this.#failures.clear();
  }
}
