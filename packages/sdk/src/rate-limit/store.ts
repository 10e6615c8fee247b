/** What a store answers to one who asks for a slot. */
export type Acquired = { readonly ok: true; readonly slot: string } | StoreRefusal;

/** No slot is free, or the credential is paused. */
export interface StoreRefusal {
  readonly ok: false;
  /** When to ask again, in milliseconds. */
  readonly retryInMs: number;
  /** Whether it is a pause after a 429, which calls may be unwilling to wait out, and not just a full window. */
  readonly paused?: boolean;
}

/** What a store needs to know of the slot that is asked for. */
export interface AcquireSlotOptions {
  /** Slots in one window. */
  readonly limit: number;
  readonly windowMs: number;
  /** How long the slot may stay unsettled, should its process die: then it counts as answered. */
  readonly leaseMs: number;
  /** Aborts when nobody waits for the slot any more. */
  readonly signal: AbortSignal;
}

/** What a store needs to know of an answer. */
export interface SettleSlotOptions {
  readonly windowMs: number;
  /** The slot counts as answered this many milliseconds from now; `-windowMs` frees it at once. */
  readonly afterMs: number;
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
  /** Takes a slot, or says when to ask again. */
  acquire(key: string, options: AcquireSlotOptions): Promise<Acquired>;
  /** The request that took a slot was answered. May come late or never: the lease covers it. */
  settle(key: string, slot: string, options: SettleSlotOptions): Promise<void>;
  /**
   * The service answered 429: nobody may send for `ms` milliseconds, and in the window after that slots should be
   * given out one by one.
   */
  penalize(key: string, ms: number, options: { readonly windowMs: number }): Promise<void>;
}
