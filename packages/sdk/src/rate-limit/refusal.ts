const brand: unique symbol = Symbol.for('@issue-tracking/sdk.refusal');

/** More of why a call gets no further. */
interface RefusalFacts {
  /** From when on a call can be sent again, by the client's clock. */
  readonly retryAt?: number;
  readonly cause?: unknown;
}

/**
 * Why a call gets no further, told by something that doesn't know which call it is. Whoever made the call throws the
 * error of that name in its place.
 */
export class Refusal extends Error {
  declare name: 'AuthenticationError' | 'CredentialError' | 'RateLimitError' | 'RateLimitStoreError';
  readonly retryAt: number | undefined;

  constructor(name: Refusal['name'], message: string, { retryAt, cause }: RefusalFacts = {}) {
    super(message, { cause });
    this.name = name;
    this.retryAt = retryAt;
  }

  get [brand](): true {
    return true;
  }
}

/** Where the package is loaded twice, one copy's state refuses the other's calls, and `instanceof` knows no class of it. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return typeof thrown === 'object' && thrown !== null && brand in thrown;
}
