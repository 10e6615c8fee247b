/** Returns why a value is no store, as a message that follows the option's name. */
export function storeProblem(store: Partial<RateLimitStore> | null | undefined): string | undefined {
  const isStore = [store?.acquire, store?.release, store?.pause].every((method) => typeof method === 'function');
  return isStore ? undefined : 'must have acquire(), release() and pause()';
}

/**
 * The failed authentications of all processes, as the store counts them. A store that doesn't count failures leaves
 * these members out.
 */
export interface LockoutState {
  /** Failed authentications until the lockout protection blocks every call. */
  readonly failuresLeft?: number;
  /** Time since the last failed authentication, in milliseconds. Absent without any. */
  readonly rejectedMsAgo?: number;
}

/** A slot in the window, and with `lockout` a place in flight. */
export interface SlotGranted extends LockoutState {
  readonly ok: true;
  /** Name by which the slot is released. */
  readonly slot: string;
}

/** No slot or no place is free, or the credential is paused. */
export interface AcquireRejected extends LockoutState {
  readonly ok: false;
  /**
   * The reason: a full window, a pause after a 429, all places in flight taken, or too many failed authentications. By
   * default `window`, and `pause` where the wait is longer than a window.
   */
  readonly reason?: 'window' | 'pause' | 'in-flight' | 'lockout';
  /** Time until the next try, in milliseconds. */
  readonly retryInMs: number;
}

/** The result of `acquire`. */
export type Acquired = SlotGranted | AcquireRejected;

/** The slot to take. */
export interface AcquireSlotOptions {
  /** Slots in one window. */
  readonly limit: number;
  /** Length of the sliding window, in milliseconds. */
  readonly windowMs: number;
  /**
   * Lease, in milliseconds. If the process dies, its slot and place end after this time, as if a response had arrived
   * then.
   */
  readonly leaseMs: number;
  /** Absent without lockout protection. */
  readonly lockout?: {
    /** Maximum of failures and requests in flight together. */
    readonly limit: number;
    /** How long a failure counts, in milliseconds. */
    readonly windowMs: number;
  };
  /** Aborts when no call waits for the slot any longer. */
  readonly signal: AbortSignal;
}

/**
 * The state of the request that held a slot: its response arrived, the client no longer waits for it, or it was not
 * sent.
 */
export interface ReleaseSlotOptions {
  /** Length of the sliding window, in milliseconds. */
  readonly windowMs: number;
  /**
   * Time until the last window of the slot begins, in milliseconds. The slot is free one window later; `-windowMs`
   * frees it at once.
   */
  readonly afterMs: number;
  /** Present if the request is no longer in flight. Absent while it is in flight, or without lockout protection. */
  readonly lockout?: {
    /** How long a failure counts, in milliseconds. */
    readonly windowMs: number;
    /** Whether the response was a 401. */
    readonly rejected: boolean;
  };
}

/**
 * Counts the requests of several processes with one credential together. The package has a store for Redis and
 * Valkey, `redisStore` of `@issue-tracking/sdk/redis`. You can write a store for any system that has a clock and runs
 * each method in one atomic step.
 *
 * One `acquire` takes a slot in the window and a place among the requests in flight for one request, or neither. The
 * slot is held until one window after the response, so with `limit` slots there is no 429. The place is held until
 * the response, so failures never become more than `lockout.limit`.
 *
 * `key` is the SHA-256 of the service's origin and the credential, in hexadecimal. A method rejects when the store cannot be reached; the
 * client's `onStoreError` decides what happens then.
 */
export interface RateLimitStore {
  /**
   * Takes a slot and a place, or returns when to try again.
   *
   * @param key SHA-256 of origin and credential, in hexadecimal.
   * @param options Limits, window and lease of the slot.
   */
  acquire(key: string, options: AcquireSlotOptions): Promise<Acquired>;
  /**
   * Releases a slot after its request has ended. The client may call this late, twice or never: the lease ends the
   * slot anyway.
   *
   * @param key SHA-256 of origin and credential, in hexadecimal.
   * @param slot The slot's name from `acquire`.
   * @param options Window, start of the slot's last window, and whether the credential was rejected.
   */
  release(key: string, slot: string, options: ReleaseSlotOptions): Promise<void>;
  /**
   * Pauses the credential after a 429: nothing may be sent for `ms` milliseconds, and in the window after that, slots
   * should be granted one by one.
   *
   * @param key SHA-256 of origin and credential, in hexadecimal.
   * @param ms Length of the pause, in milliseconds.
   * @param options Length of the window.
   */
  pause(key: string, ms: number, options: { readonly windowMs: number }): Promise<void>;
}
