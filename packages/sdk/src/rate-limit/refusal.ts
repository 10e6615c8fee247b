const brand: unique symbol = Symbol.for('@issue-tracking/sdk.refusal');

/**
 * Why a call gets no further. Plain facts and no error: where the package is loaded twice, one copy's state refuses the
 * other's calls, and `instanceof` knows no class of another copy. Whoever made the call turns it into an error.
 */
export interface Refusal {
  /** Of the error it will be. `TimeoutError`: it waited as long as its timeout while the service answered nobody. */
  readonly name: 'AuthenticationError' | 'CredentialError' | 'RateLimitError' | 'RateLimitStoreError' | 'TimeoutError';
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number;
  /** When it ends, by the client's clock. */
  readonly retryAt?: number;
  readonly cause?: unknown;
}

/** Makes a refusal, to be thrown. */
export function refusal(facts: Refusal): Refusal {
  return { ...facts, [brand]: true } as Refusal;
}

/** Tells a refusal from everything else that can be thrown, such as an abort's reason. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return typeof thrown === 'object' && thrown !== null && brand in thrown;
}
