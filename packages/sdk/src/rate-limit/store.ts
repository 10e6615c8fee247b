/** What keeps a value from being a store, in words that follow its name. */
export function storeProblem(store: Partial<RateLimitStore> | null | undefined): string | undefined {
  const isStore = [store?.acquire, store?.settle, store?.penalize].every((method) => typeof method === 'function');
  return isStore ? undefined : 'must have acquire(), settle() and penalize()';
}

/** The result of taking a slot. */
export type Acquired =
  | {
      readonly ok: true;
      /** Names the slot when it is settled. */
      readonly slot: string;
      /** Further slots, at most `count - 1`. A store that gives one at a time leaves it out. */
      readonly more?: readonly string[];
    }
  | StoreRefusal;

/** No slot is free, or the credential is paused. */
export interface StoreRefusal {
  readonly ok: false;
  /** Time until the next try, in milliseconds. */
  readonly retryInMs: number;
  /** Whether this is a pause after a 429 and not just a full window. */
  readonly paused?: boolean;
}

/** The slot to take. */
export interface AcquireSlotOptions {
  /** Slots in one window. */
  readonly limit: number;
  /** Length of the sliding window, in milliseconds. */
  readonly windowMs: number;
  /** If the process dies, the slot counts as answered after this time, in milliseconds. */
  readonly leaseMs: number;
  /** The number of waiting calls: a store may give this many free slots in one trip. By default one. */
  readonly count?: number;
  /** Aborts when no call waits for the slot any longer. */
  readonly signal: AbortSignal;
}

/** The response to the request that held a slot. */
export interface SettleSlotOptions {
  /** Length of the sliding window, in milliseconds. */
  readonly windowMs: number;
  /** The slot counts as answered this many milliseconds from now; `-windowMs` frees it at once. */
  readonly afterMs: number;
}

/** A step in the authentication of a credential. */
export interface AuthenticationStep {
  /** `probe`: it is about to be sent; `accepted`: it was not refused, or not sent after all; `refused`: 401. */
  readonly kind: 'probe' | 'accepted' | 'refused';
  /** Names the request, so that a repeated step changes nothing. */
  readonly id: string;
  /** The most refused and probing requests in one window. */
  readonly limit: number;
  /** The time that a refused request counts, in milliseconds. */
  readonly windowMs: number;
  /** The time that a probe counts if its process dies, in milliseconds. */
  readonly leaseMs: number;
}

/** The state after a step. */
export interface AuthenticationState {
  /** Whether a probe may be sent. */
  readonly ok: boolean;
  /** Refused requests in the last window, of all processes. */
  readonly failures: number;
  /** Time until the next of them stops counting, in milliseconds; 0 without any. */
  readonly freeInMs: number;
}

/**
 * Where processes that use one credential count their requests together. The package has one for Redis and Valkey,
 * `redisStore` of `@issue-tracking/sdk/redis`; write your own over anything that can do each method in one atomic
 * step and has a clock of its own.
 *
 * A slot is held from before a request is sent until one window after it was answered. So every request that the
 * service still counts holds a slot, and with `limit` slots there is no 429.
 *
 * `key` is the SHA-256 of the credential, in hexadecimal. A method rejects when the store cannot be reached; the
 * client's `onStoreError` decides what happens then.
 */
export interface RateLimitStore {
  /**
   * Takes a slot, or says when to try again.
   *
   * @param key SHA-256 of the credential, in hexadecimal.
   * @param options Limit, window and lease of the slot.
   */
  acquire(key: string, options: AcquireSlotOptions): Promise<Acquired>;
  /**
   * Called when the request of a slot got its response. The call may come late or never, because the slot has a lease.
   *
   * @param key SHA-256 of the credential, in hexadecimal.
   * @param slot The slot's name from `acquire`.
   * @param options Window, and when the slot counts as answered.
   */
  settle(key: string, slot: string, options: SettleSlotOptions): Promise<void>;
  /**
   * Called after a 429: nobody may send for `ms` milliseconds, and in the window after that, slots should be given out
   * one by one.
   *
   * @param key SHA-256 of the credential, in hexadecimal.
   * @param ms Length of the pause, in milliseconds.
   * @param options Length of the window.
   */
  penalize(key: string, ms: number, options: { readonly windowMs: number }): Promise<void>;
  /**
   * Counts the failed authentications of all processes together, so that they don't add up to the service's lockout.
   * `key` is a SHA-256 that stands for the credential at its service; with `lockoutProtection: { scope: 'address' }`, for
   * the service. A probe is allowed while refused and probing requests are fewer than `limit`. A store without this
   * method leaves each process to count its own.
   */
  authentication?(key: string, step: AuthenticationStep): Promise<AuthenticationState>;
}
