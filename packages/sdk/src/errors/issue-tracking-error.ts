import type { EndpointName } from '@issue-tracking/model';
import { type Redact, redactedCause, redactLookalikes, shortened } from './redact.ts';

/** One attempt of a call. */
export interface Attempt {
  /** HTTP status. Absent if no response came. */
  readonly status?: number;
  /** Name of the error class. Absent for a success. */
  readonly error?: string;
  /** The response's `x-request-id`, for the service's owners. Absent if it has none. */
  readonly requestId?: string;
  /**
   * Time that the call waited before this attempt, in milliseconds: backoff, `Retry-After` and rate limit together.
   */
  readonly waitedMs: number;
}

/** Facts of a call that its error needs. An error of this package can also be passed as such facts. */
export interface CallContext {
  readonly method: string;
  /** Path below the base URL. Valid parameters are filled in. */
  readonly path: string;
  readonly endpoint?: EndpointName | undefined;
  readonly attempts: readonly Attempt[];
  /** Whether a request may have been sent. Absent for a call that has not begun. */
  readonly sent?: boolean;
  /** Number of the call. Absent for a call that has not begun. */
  readonly callId?: number;
  /** `undefined` for a read. */
  readonly mayHaveBeenApplied?: boolean | undefined;
  /** Why a write was not resent after a lost response. */
  readonly resendBlockedBy?: string | undefined;
  /** Redacts every text of the error. */
  readonly redact?: Redact;
}

/** Facts of every error. */
export interface ErrorFacts {
  /** Absent if a client option is wrong, because there is no call yet. */
  readonly call?: CallContext | undefined;
  /** An error of the transport. Kept as a redacted copy: it may hold the request with its credential. */
  readonly cause?: unknown;
  /** A value that the application itself has thrown. Kept as it is, so that the application can tell it. */
  readonly thrown?: unknown;
}

/** Maximum length of a message: a service can report hundreds of problems, each with thousands of characters. */
const longestMessage = 3000;

/** Marks an error of this package, across realms and copies of the package. */
export const brand: unique symbol = Symbol.for('@issue-tracking/sdk.error');

/**
 * Base class of every error of this package. No error contains the credential, in any text or header. Its `cause` doesn't
 * either, unless the application itself threw it: as its credential function, its store, or the reason of its signal.
 *
 * @example
 * try {
 *   await client.issues.update('prj_web', 7, { status: 'fix_submitted' });
 * } catch (error) {
 *   if (isIssueTrackingError(error)) console.error(error.message, error.attempts);
 *   else throw error;
 * }
 */
export class IssueTrackingError extends Error {
  /** HTTP method of the call; empty if a client option is wrong. */
  readonly method: string;
  /** Path below the base URL; empty if a client option is wrong. */
  readonly path: string;
  /** Name of the client's method; absent for `client.request`. */
  declare readonly endpoint?: EndpointName;
  /** Every attempt, first to last, including failed connections. Empty if there was none. */
  readonly attempts: readonly Attempt[];
  /** The `x-request-id` of the last attempt's response, for the service's owners. Absent if it has none. */
  declare readonly requestId?: string;
  /** Whether any request of the call may have reached the service. */
  readonly sent: boolean;
  /** The call's number in the events of the hooks; 0 if an argument or option was rejected before the call. */
  readonly callId: number;
  /**
   * For PATCH and POST: whether the service may have applied the write in spite of this error. `true` if a response was
   * lost (a lost connection, a timeout, a deadline, an abort, a 5xx); `false` if the service certainly did nothing.
   */
  declare readonly mayHaveBeenApplied?: boolean;

  // A getter, and not a value set on the prototype, so that bundlers drop the classes that a program doesn't use.
  override get name(): string {
    return 'IssueTrackingError';
  }

  /** @internal Identifies an error of this package, across realms and copies of the package. */
  get [brand](): true {
    return true;
  }

  /** Only the client makes errors. */
  constructor(facts: never);
  /** @internal */
  constructor(problem: string, facts?: ErrorFacts);
  constructor(problem: string, { call, cause, thrown }: ErrorFacts = {}) {
    const { method = '', path = '', endpoint, attempts = [], mayHaveBeenApplied }: Partial<CallContext> = call ?? {};
    const { sent = false, callId = 0, resendBlockedBy, redact = redactLookalikes }: Partial<CallContext> = call ?? {};
    const safeCause = redactedCause(cause, redact);
    const note = resendBlockedBy ? `${problem.endsWith('.') ? '' : '.'} Not sent again: ${resendBlockedBy}.` : '';
    const message = call ? `${method} ${path}: ${problem}${note}` : problem;
    super(shortened(message, redact, longestMessage), safeCause && { cause: safeCause });
    if (thrown !== undefined) setHidden(this, { cause: thrown });
    this.method = method;
    this.path = redact(path);
    if (endpoint) this.endpoint = endpoint;
    this.attempts = attempts.map((attempt) => ({ ...attempt }));
    const requestId = this.attempts.at(-1)?.requestId;
    if (requestId) this.requestId = requestId;
    this.sent = sent;
    this.callId = callId;
    if (mayHaveBeenApplied !== undefined) this.mayHaveBeenApplied = mayHaveBeenApplied;
  }

  /** Returns the error as plain data for a log, with its name and message, and without headers and body. */
  toJSON(): object {
    // Both are not enumerable.
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

/** Sets members that logs, which show what is enumerable, leave out. */
export function setHidden(error: IssueTrackingError, members: object): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(error, name, { value, configurable: true, writable: true });
  }
}
