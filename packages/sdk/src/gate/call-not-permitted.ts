import { limits } from '@issue-tracking/model';

const brand: unique symbol = Symbol.for('@issue-tracking/sdk.call-not-permitted');

/** Further facts about a blocked call. */
interface Details {
  /** When a call can be sent again, by the client's clock. */
  readonly retryAt?: number;
  readonly cause?: unknown;
}

/**
 * The reason why a call must not be sent, from code that doesn't know the call. The call converts it to the public
 * error of the same name.
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

/**
 * Whether a value is a `CallNotPermitted`, even of a second copy of this package: both may share a queue, but
 * `instanceof` fails across copies.
 */
export function isCallNotPermitted(thrown: unknown): thrown is CallNotPermitted {
  return typeof thrown === 'object' && thrown !== null && brand in thrown;
}

/** Returns why calls are blocked when one more failure might lock the credential out. */
export function lockoutFailure(failures: number, until: number, now: number): CallNotPermitted {
  const inWindow = `Failed authentications in the last 15 minutes: ${failures}`;
  return blocked(
    `${inWindow}. The service locks out after ${limits.authenticationFailures}, so calls are blocked`,
    until,
    now,
  );
}

/** Returns why calls are blocked after a rejection. */
export function rejectedFailure(until: number, now: number): CallNotPermitted {
  return blocked('Credential rejected; calls are blocked', until, now);
}

function blocked(reason: string, until: number, now: number): CallNotPermitted {
  const time = `for another ${Math.ceil((until - now) / 1000)} s, until ${new Date(until).toISOString()}`;
  const message = `${reason} ${time}: this call was not sent`;
  return new CallNotPermitted('AuthenticationError', message, { retryAt: until });
}
