/** What keeps a value from being a store, in words that follow its name. */
export function storeProblem(store: Partial<RateLimitStore> | null | undefined): string | undefined {
  const isStore = [store?.acquire, store?.settle, store?.penalize].every((method) => typeof method === 'function');
  return isStore ? undefined : 'must have acquire(), settle() and penalize()';
}

/** What a store answers to one who asks for a slot. */
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
  /** When to ask again, in milliseconds. */
  readonly retryInMs: number;
  /** Whether it is a pause after a 429, for which a call may not want to wait, and not just a full window. */
  readonly paused?: boolean;
}

/** What a store needs to know of the slot that is asked for. */
export interface AcquireSlotOptions {
  /** Slots in one window. */
  readonly limit: number;
  /** Length of the sliding window, in milliseconds. */
  readonly windowMs: number;
  /** How long the slot may stay unsettled should its process die, in milliseconds: then it counts as answered. */
  readonly leaseMs: number;
  /** How many calls wait: a store may give so many slots in one trip, as far as they are free. Absent: one. */
  readonly count?: number;
  /** Aborts when nobody waits for the slot any more. */
  readonly signal: AbortSignal;
}

/** What a store needs to know of an answer. */
export interface SettleSlotOptions {
  /** Length of the sliding window, in milliseconds. */
  readonly windowMs: number;
  /** The slot counts as answered this many milliseconds from now; `-windowMs` frees it at once. */
  readonly afterMs: number;
}

/** What happens to a credential that the service may refuse. */
export interface AuthenticationStep {
  /** `probe`: it is about to be sent; `accepted`: it was not refused, or not sent after all; `refused`: 401. */
  readonly kind: 'probe' | 'accepted' | 'refused';
  /** Names the request, so that a repeated step changes nothing. */
  readonly id: string;
  /** How many refused and probing requests there may be in one window. */
  readonly limit: number;
  /** How long a refused request counts, in milliseconds. */
  readonly windowMs: number;
  /** How long a probe counts should its process die, in milliseconds. */
  readonly leaseMs: number;
}

/** How things stand after a step. */
export interface AuthenticationState {
  /** For a probe: whether it may be sent. */
  readonly ok: boolean;
  /** Refused requests in the last window, of all processes. */
  readonly failures: number;
  /** When the next of them stops counting, in milliseconds; 0 without any. */
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
  /** Takes a slot, or says when to ask again. */
  acquire(key: string, options: AcquireSlotOptions): Promise<Acquired>;
  /** The request that took a slot was answered. May come late or never: the lease covers it. */
  settle(key: string, slot: string, options: SettleSlotOptions): Promise<void>;
  /**
   * The service answered 429: nobody may send for `ms` milliseconds, and in the window after that slots should be
   * given out one by one.
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
