import type { Pause } from './pause.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/** The behavior while the store can't be reached. */
export type OnStoreError = 'fail' | 'local';

/** Settings of a client's rate limit. */
export interface RateLimitSettings {
  /** Requests in one window. With `Infinity`, only the pauses after a 429 remain. */
  readonly limit: number;
  readonly windowMs: number;
  /** Counts the requests of all processes. Without a store, each process counts only its own. */
  readonly store?: RateLimitStore | undefined;
  readonly onStoreError: OnStoreError;
}

/** The state of a client's rate limit. */
export interface RateLimitState {
  /** Requests in one window. */
  readonly limit: number;
  /**
   * Slots that this process holds, for requests in flight and for requests with a response less than one window ago.
   */
  readonly used: number;
  /** Calls that wait for a slot or for the credential. */
  readonly queued: number;
  /** End of the pause after a 429, in milliseconds since 1970; `null` without a pause. */
  readonly pausedUntil: number | null;
}

/** The reason for which a call waits before it is sent. */
export type WaitReason = 'rate-limit' | 'credential' | 'token' | 'store';

/** The reason for which a call can't be sent yet, and the end of that reason if nothing changes before. */
export interface Wait {
  readonly reason: WaitReason;
  readonly until: number;
}

/** The request that a slot is for. */
export interface SlotRequest {
  readonly token: string;
  /** Lease in the store, in milliseconds: the slot's last window begins then if the process dies. */
  readonly leaseMs: number;
  /** Lease within this process; `Infinity` in a runtime where a request always releases its slot. */
  readonly localLeaseMs: number;
  /** Maximum of failures and requests in flight together; `undefined` without lockout protection. */
  readonly places: number | undefined;
  /** The pause of the credential. */
  readonly pause: Pause;
  /** How many requests could be sent now, this one included, as far as this process knows. */
  readonly capacity: number;
  /** How many calls wait, this one included. */
  waiting(): number;
}

/** The share of one request in the limit: its slot in the window, and with a store its place in flight. */
export interface Slot {
  /** When the credential was last rejected in any process, according to the store. */
  readonly rejectedAt?: number | undefined;
  /** Start of the outage of the store, if the slot was taken without it. */
  readonly outageSince?: number | undefined;
  /**
   * Starts the slot's last window in `afterMs` milliseconds; `-Infinity` frees the slot at once, because the request
   * was not sent. Only the first call counts.
   */
  release(afterMs: number): void;
  /** Records that the request is no longer in flight. Only the first call counts. */
  leave(isRejected: boolean): void;
  /** Pauses other processes after a 429: nothing is sent for `ms` milliseconds. */
  pause(ms: number): void;
}

export const never: number = Number.POSITIVE_INFINITY;
