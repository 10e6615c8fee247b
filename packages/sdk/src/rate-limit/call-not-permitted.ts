import { limits } from '@issue-tracking/model';

const brand: unique symbol = Symbol.for('@issue-tracking/sdk.call-not-permitted');

/** Further facts about why a call gets no further. */
interface Details {
  /** From when on a call can be sent again, by the client's clock. */
  readonly retryAt?: number;
  readonly cause?: unknown;
}

/**
 * The reason why a call gets no further, from code that doesn't know which call it blocks. The call throws the error of
 * that name instead.
 */
export class CallNotPermitted extends Error {
  declare name: 'AuthenticationError' | 'CredentialError' | 'RateLimitError' | 'RateLimitStoreError';
  readonly retryAt: number | undefined;

  constructor(name: CallNotPermitted['name'], message: string, { retryAt, cause }: Details = {}) {
    super(message, { cause });
    this.name = name;
    this.retryAt = retryAt;
  }

  get [brand](): true {
    return true;
  }
}

/** Recognizes the class also of a second copy of this package, which may share the queue and is unknown to `instanceof`. */
export function isCallNotPermitted(thrown: unknown): thrown is CallNotPermitted {
  return typeof thrown === 'object' && thrown !== null && brand in thrown;
}

/** Returns how long calls are blocked, for a message. */
export function blockedUntil(until: number, now: number): string {
  return `for another ${Math.ceil((until - now) / 1000)} s, until ${new Date(until).toISOString()}`;
}

/** Returns why calls are blocked when one more failure might lock the credential out. */
export function lockoutFailure(failures: number, until: number, now: number): CallNotPermitted {
  const problem = `Failed authentications in the last 15 minutes: ${failures}; after ${limits.authenticationFailures} the service locks out, so nothing more is risked ${blockedUntil(until, now)}`;
  return new CallNotPermitted('AuthenticationError', `${problem}: this call was not sent`, { retryAt: until });
}
