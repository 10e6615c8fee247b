/** How long a pause one call waits out. */
export interface Patience {
  /** A pause that ends later, by the client's clock, is not waited out. */
  readonly deadlineAt?: number | undefined;
  /** A pause that lasts longer is not waited out, in milliseconds. */
  readonly maxWaitMs: number;
}

/** How one call waits for its turn. */
export interface AcquireOptions extends Patience {
  /** What the request will be sent with; a store counts for each token. */
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
  /** How long a store keeps the slot should this process die, in milliseconds. */
  readonly leaseMs: number;
  /** Called once, when the call has to wait, with the least time it will take, in milliseconds. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

/** Leave to send one request. */
export interface Slot {
  /**
   * The request was answered; the slot is free one window later. For an attempt that was given up, `afterMs` says
   * until when it may still arrive. Only the first call of `settle` or `release` counts.
   */
  settle(afterMs?: number): void;
  /** Nothing was sent; the slot is free at once. */
  release(): void;
}
