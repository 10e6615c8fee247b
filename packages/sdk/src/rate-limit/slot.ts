/** What a client's `rateLimit` shows. */
export interface RateLimitState {
  /** Requests in one window. */
  readonly limit: number;
  /** Slots this process holds: requests under way, and those answered less than one window ago. */
  readonly used: number;
  /** Calls waiting for a slot, or for the credential. */
  readonly queued: number;
  /** When the pause after a 429 ends, in milliseconds since 1970; `null` when there is none. */
  readonly pausedUntil: number | null;
}

/** The longest pause that one call waits out. */
export interface WaitBudget {
  /** A pause that ends later, by the client's clock, is not waited out. */
  readonly deadlineAt?: number | undefined;
  /** A pause that lasts longer is not waited out, in milliseconds. */
  readonly maxWaitMs: number;
}

/** What else a call needs before it may be sent, such as a credential. It is taken at the moment there is a slot. */
export interface Gate {
  /** Fetches what takes time, such as a token; `undefined` when there is nothing to fetch. */
  prepare(): Promise<unknown> | undefined;
  /**
   * Asked for each call in line whenever something has changed. Says in how many milliseconds it wants to be asked
   * again.
   *
   * `since`: from when on only the gate has kept the line waiting, or when the call joined it, whichever is later.
   *
   * @throws Refusal when the call may wait no longer.
   */
  check(since: number): number;
  /** Asked for the first in line when a slot is free: 0 when it may go, else the milliseconds until the next try. */
  enter(): number;
  /**
   * After `enter`, where a store counts: asks the other processes. 0 when they agree, else the milliseconds until the
   * next try.
   */
  agree(): Promise<number>;
  /** Whether what `enter` gave may still be used: meanwhile a credential may have been refused. */
  isCurrent(): boolean;
  /** After `enter`: there was no slot after all. `willTryAgain` when the call stays where it is in the queue. */
  leave(willTryAgain: boolean): void;
}

/** How one call waits for its turn. */
export interface AcquireOptions extends WaitBudget {
  /** What the request will be sent with; a store counts for each token. */
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
  /** In how many milliseconds a slot that is never settled counts as answered. */
  readonly leaseMs: number;
  /** Called once, when the call has to wait, with the least time it will take, in milliseconds. */
  readonly onWait?: ((ms: number) => void) | undefined;
  readonly gate?: Gate | undefined;
}

/** Permission to send one request, under the rate limit. */
export interface Slot {
  /**
   * The request was answered; the slot is free one window later. For an attempt that was given up, `afterMs` says
   * until when it may still arrive. Only the first call of `settle` or `release` counts.
   */
  settle(afterMs?: number): void;
  /** Nothing was sent; the slot is free at once. */
  release(): void;
}
