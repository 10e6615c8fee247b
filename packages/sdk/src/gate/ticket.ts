import { processGlobal } from '../platform/process-global.ts';
import type { RateWindow } from './window.ts';

const last = processGlobal('tickets', () => ({ number: 0 }));

/** Until when a request holds its slot if nothing ends it, and a composite call those that it keeps. */
export interface Leases {
  readonly lease: number;
  readonly keptLease: number;
}

/** Outside of Workers, a lease would end while the computer sleeps. */
export const noLeases: Leases = { lease: Number.POSITIVE_INFINITY, keptLease: Number.POSITIVE_INFINITY };

/**
 * A call's position in the order of all calls of the program. Its retries, and all requests of a composite call, keep it.
 *
 * A composite call takes slots for all its requests with the first one. Otherwise many composite calls at once would use the
 * whole rate for their first requests, and none would finish.
 */
export class Ticket {
  readonly number: number = ++last.number;
  /** Writes go before reads of the same priority. */
  readonly isWrite: boolean;
  readonly #isComposite: boolean;
  /** Whether a request of the call got its slot. */
  hasBegun = false;
  /** Slots to take with the next request. */
  #wanted: number;
  /** Slots that were taken and not used. */
  #kept = 0;
  #window: RateWindow | undefined;
  #lease = 0;

  /** `requests`: how many a composite call makes. */
  constructor(isWrite: boolean, requests?: number) {
    this.isWrite = isWrite;
    this.#isComposite = requests !== undefined;
    this.#wanted = requests ?? 1;
  }

  /** Whether its requests go before all calls that have not begun: they are no new work. */
  get isAdmitted(): boolean {
    return this.#isComposite && this.hasBegun;
  }

  /** Returns how many slots the next request takes: none if the call has kept one in this window. */
  slotsFor(limit: number, window: RateWindow): number {
    if (this.#kept > 0 && this.#window !== window) {
      // They are in the window of another credential.
      this.#wanted = this.#kept;
      this.free();
    }
    return this.#kept > 0 ? 0 : Math.min(this.#wanted, limit);
  }

  /** Takes the slot of a request, with a lease of its own, and those for the requests that follow it. */
  take(limit: number, window: RateWindow, lease: number, keptLease: number): void {
    this.hasBegun = true;
    const following = this.slotsFor(limit, window) - 1;
    // A kept slot gets the lease of its request.
    if (following < 0) this.free(1);
    window.take(lease);
    if (following <= 0) return;
    for (let slot = 0; slot < following; slot++) window.take(keptLease);
    this.#wanted = 1;
    this.#kept = following;
    this.#window = window;
    this.#lease = keptLease;
  }

  /** Frees slots that the call doesn't need; by default all, at its end. */
  free(slots: number = this.#kept): void {
    for (; slots > 0 && this.#kept > 0; slots--, this.#kept--) this.#window?.free(this.#lease);
  }
}
