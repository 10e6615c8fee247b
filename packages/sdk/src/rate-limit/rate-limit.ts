import type { RateLimitStore } from './store.ts';

/** The behavior while the store can't be reached. */
export type OnStoreError = 'fail' | 'local';

/** The limit that a client keeps. */
export interface RateLimitSettings {
  /** Requests in one window; `Infinity` for no limit, which leaves the pauses. */
  readonly limit: number;
  readonly windowMs: number;
  /** Counts with other processes. Without it, only this one counts. */
  readonly store?: RateLimitStore | undefined;
  readonly onStoreError: OnStoreError;
  /** The assumption about the window before the first request; `assume-empty` by default. See `RateLimitOptions`. */
  readonly startUp?: 'assume-empty' | 'assume-full' | undefined;
}

/** The state of a client's rate limit. */
export interface RateLimitState {
  /** Requests in one window. */
  readonly limit: number;
  /** Slots that this process holds: for requests in flight, and those whose response came less than one window ago. */
  readonly used: number;
  /** Calls that wait for a slot or for the credential. */
  readonly queued: number;
  /** End of the pause after a 429, in milliseconds since 1970; `null` without a pause. */
  readonly pausedUntil: number | null;
}

/** The reason for which a call waits before it is sent. */
export type WaitReason = 'rate-limit' | 'credential' | 'token' | 'store';

/** The reason that keeps a call from being sent, and until when, if nothing changes before. */
export interface Wait {
  readonly reason: WaitReason;
  readonly until: number;
}

/** The limit that keeps failed authentications below the lockout, as far as processes count them together. */
export interface LockoutLimit {
  readonly scope: 'credential' | 'address';
  /** Failures and requests in flight are never more together. */
  readonly limit: number;
}

/** The request that a slot is for. */
export interface SlotRequest {
  readonly token: string;
  /** When the slot of a process that died counts as answered, in milliseconds from now. */
  readonly leaseMs: number;
  /** The same within this process; `Infinity` where a request always releases its slot. */
  readonly localLeaseMs: number;
  /** `undefined` without lockout protection. */
  readonly lockout: LockoutLimit | undefined;
  /** How many requests could be sent now, this one included, as far as this process knows. */
  readonly capacity: number;
  /** How many calls wait, this one included. */
  waiting(): number;
}

/** The share of one request in the limit: its slot in the window, and with a store its place in flight. */
export interface Slot {
  /** When the credential was last rejected in any process, according to the store. */
  readonly rejectedAt?: number | undefined;
  /** Counts the request as answered in `afterMs` milliseconds; `-Infinity`: it was not sent. Only the first time counts. */
  release(afterMs: number): void;
  /** The request is no longer in flight. Only the first time counts. */
  leave(isRejected: boolean): void;
  /** Pauses other processes after a 429: nothing is sent for `ms` milliseconds. */
  pause(ms: number): void;
}

/** Whether the store can be reached, as known in this process. */
export interface StoreHealth {
  /** While the store is down, one request at a time calls it in the background, and no call waits for it. */
  isDown: boolean;
  /** When to call the store again. */
  retryAt: number;
}

export const never: number = Number.POSITIVE_INFINITY;
