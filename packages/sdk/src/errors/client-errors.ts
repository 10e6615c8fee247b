import type { ErrorDetail } from '@issue-tracking/model';
import { inWords, redactedDetails } from './error-details.ts';
import { type CallContext, type ErrorFacts, IssueTrackingError } from './issue-tracking-error.ts';
import { redactedCause, redactLookalikes } from './redact.ts';

/**
 * An argument or client option is wrong. Nothing was sent. `details` has the shape of a validation failure of the
 * service; a message quotes at most 50 characters of the value, and never a credential.
 */
export class InvalidArgumentError extends IssueTrackingError {
  /** Each wrong argument or option, and what would be right. */
  readonly details: readonly ErrorDetail[];

  override get name(): 'InvalidArgumentError' {
    return 'InvalidArgumentError';
  }

  /** @internal `call` is absent for an option of the client. */
  constructor({ details, call }: Pick<ErrorFacts, 'call'> & { readonly details: readonly ErrorDetail[] }) {
    super(inWords(details), { call });
    this.details = redactedDetails(details, call?.redact ?? redactLookalikes);
  }
}

/**
 * The `accessToken` or `apiKey` function failed, or returned no usable credential. Nothing was sent. `cause` is what the
 * function threw.
 *
 * @example
 * if (isIssueTrackingError(error, 'CredentialError') && error.cause instanceof ConsentWithdrawn) signIn();
 */
export class CredentialError extends IssueTrackingError {
  override get name(): 'CredentialError' {
    return 'CredentialError';
  }
}

/**
 * The rate-limit store could not be reached, and `onStoreError` is `'fail'`. Nothing was sent. `cause` is what the
 * store threw.
 */
export class RateLimitStoreError extends IssueTrackingError {
  override get name(): 'RateLimitStoreError' {
    return 'RateLimitStoreError';
  }
}

/**
 * No usable response: the connection failed, broke before the body was complete, or carried a response that the platform
 * can't parse. `cause` says why.
 */
export class ConnectionError extends IssueTrackingError {
  override get name(): 'ConnectionError' {
    return 'ConnectionError';
  }
}

/** Facts of a limit that has passed. */
interface TimeoutErrorFacts extends ErrorFacts {
  readonly option: 'timeout' | 'deadline';
  readonly limitMs: number;
  /** Replaces the message of the option. */
  readonly problem?: string | undefined;
}

/** An attempt took longer than `timeout`, or the whole call longer than `deadline`. */
export class TimeoutError extends IssueTrackingError {
  /** The limit that was exceeded: `timeout` of one attempt, or `deadline` of the whole call. */
  readonly option: 'timeout' | 'deadline';
  /** Value of that option, in milliseconds. */
  readonly limitMs: number;

  override get name(): 'TimeoutError' {
    return 'TimeoutError';
  }

  /** @internal */
  constructor({ option, limitMs, problem, ...facts }: TimeoutErrorFacts) {
    const what = option === 'timeout' ? 'no complete response' : 'not done';
    super(problem ?? `${what} within the ${option} of ${Math.round(limitMs)} ms`, facts);
    this.option = option;
    this.limitMs = limitMs;
  }
}

/**
 * The call was aborted: by its signal, because the client was closed, or because a mock was reset. `cause` is the
 * signal's reason. After a write, `mayHaveBeenApplied` says whether the service may have applied it; with `sent: false`,
 * no request went out.
 *
 * @example
 * if (isIssueTrackingError(error, 'AbortError') && error.mayHaveBeenApplied) lookForComment(error.path);
 */
export class AbortError extends IssueTrackingError {
  override get name(): 'AbortError' {
    return 'AbortError';
  }

  /** @internal */
  constructor({ call, reason }: { call: CallContext; reason: unknown }) {
    super(abortProblem(call, reason), { call, thrown: reason });
  }
}

function abortProblem({ sent, mayHaveBeenApplied }: CallContext, reason: unknown): string {
  // The error redacts its message.
  const why = redactedCause(reason, (text) => text)?.message;
  const when = !sent ? ' before anything was sent' : mayHaveBeenApplied ? '; the service may have applied it' : '';
  return `aborted${why ? ` (${why})` : ''}${when}`;
}

/** Facts of a response that differs from version 1. */
interface UnexpectedResponseErrorFacts extends ErrorFacts {
  readonly status: number;
  readonly details?: readonly ErrorDetail[];
}

/**
 * The service reported a success whose body the client can't use: it is not JSON, has no `data`, or is an issue
 * without its number. The error also reports a redirect, which the client never follows, because the credential would
 * go along. The error doesn't quote the body.
 */
export class UnexpectedResponseError extends IssueTrackingError {
  /** HTTP status. */
  readonly status: number;
  /** Each wrong place in the body, as a path such as `data.0.createdAt`. */
  readonly details: readonly ErrorDetail[];

  override get name(): 'UnexpectedResponseError' {
    return 'UnexpectedResponseError';
  }

  /** @internal */
  constructor(problem: string, facts: UnexpectedResponseErrorFacts) {
    super(problem, facts);
    this.status = facts.status;
    this.details = redactedDetails(facts.details, facts.call?.redact ?? redactLookalikes);
  }
}
