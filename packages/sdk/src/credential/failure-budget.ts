import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { SlidingWindow } from '../rate-limit/window.ts';

/** Whose failures the service counts together: one credential's, or those of everyone at an address. */
export type Scope = 'credential' | 'address';

/** How many failures are risked: all that the service takes before it locks out (AUTH-7), less one kept in reserve. */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** A place among the requests in flight. */
export interface Place {
  /** When it is free although nobody gave it back. */
  readonly until: number;
}

/**
 * What keeps a lockout off, whatever else goes wrong: the failures of the last 15 minutes and the requests in flight,
 * each of which may be one more, are never more than 4 together. One budget is of one credential, or of an address.
 */
export class FailureBudget {
  readonly #clock: Clock;
  readonly #failures = new SlidingWindow(limits.authenticationWindowMs);
  readonly #inFlight = new Set<Place>();
  /** What a store said of all processes, this one included. */
  #inStore = { failures: 0, until: 0 };
  /** Woken once, when a place is free. */
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a new one would behave the same. */
  get idle(): boolean {
    return this.failures === 0 && this.inFlight === 0;
  }

  /** Failures in the window. */
  get failures(): number {
    const now = this.#clock.now();
    this.#failures.noneAfter(now);
    return Math.max(this.#failures.count(now), now < this.#inStore.until ? this.#inStore.failures : 0);
  }

  get inFlight(): number {
    const now = this.#clock.now();
    for (const place of this.#inFlight) if (place.until <= now) this.#inFlight.delete(place);
    return this.#inFlight.size;
  }

  /** Whether one more request may go, when some places are kept for others. */
  hasRoom(kept: number): boolean {
    // enforces AUTH-7
    return this.failures + this.inFlight + kept < failuresRisked;
  }

  /** When fewer failures than that are left; in the past when that is so. */
  freeAt(failures: number): number {
    const elsewhere = this.#inStore.failures < failures ? 0 : this.#inStore.until;
    return Math.max(this.#failures.freeAt(failures), elsewhere);
  }

  take(until: number): Place {
    const place = { until };
    this.#inFlight.add(place);
    return place;
  }

  /** The request is no longer in flight. Only the first time counts. */
  giveBack(place: Place): void {
    if (!this.#inFlight.delete(place)) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Calls back once when a place is free. Kept only until then: who asks may be forgotten long before this is. */
  whenRoom(wake: () => void): void {
    this.#waiting.add(wake);
  }

  failed(): void {
    this.#failures.add(this.#clock.now());
  }

  /** The service counts from the beginning: the failures were of another credential. */
  forget(): void {
    this.#failures.clear();
    this.#inStore = { failures: 0, until: 0 };
  }

  /** What a store says of all processes, this one included. */
  learn(failures: number, freeInMs: number): void {
    this.#inStore = { failures, until: this.#clock.now() + freeInMs };
  }
}
