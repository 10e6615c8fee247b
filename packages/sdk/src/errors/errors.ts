// The build bundles this file by itself, without the client, ky and zod.
import type { EndpointName, ErrorDetail, Scope } from '@issue-tracking/model';
import { type Redact, redactedBody, redactedCause, redactedHeaders, redactLookalikes, shortened } from './redact.ts';

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
  /** Kept as a redacted copy. */
  readonly cause?: unknown;
}

/** Maximum length of a message: a service can report hundreds of problems, each with thousands of characters. */
const longestMessage = 3000;

/** Marks an error of this package, across realms and copies of the package. */
export const brand: unique symbol = Symbol.for('@issue-tracking/sdk.error');

/**
 * Base class of every error of this package. No error contains the credential, in any text, header or cause.
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

  /** Identifies an error of this package, across realms and copies of the package. */
  get [brand](): true {
    return true;
  }

  constructor(problem: string, { call, cause }: ErrorFacts = {}) {
    const redact = call?.redact ?? redactLookalikes;
    const safeCause = redactedCause(cause, redact);
    const note = call?.resendBlockedBy
      ? `${problem.endsWith('.') ? '' : '.'} Not sent again: ${call.resendBlockedBy}.`
      : '';
    const message = call ? `${call.method} ${call.path}: ${problem}${note}` : problem;
    super(shortened(message, redact, longestMessage), safeCause && { cause: safeCause });
    this.method = call?.method ?? '';
    this.path = redact(call?.path ?? '');
    if (call?.endpoint) this.endpoint = call.endpoint;
    this.attempts = call ? call.attempts.map((attempt) => ({ ...attempt })) : [];
    const requestId = this.attempts.at(-1)?.requestId;
    if (requestId) this.requestId = requestId;
    this.sent = call?.sent ?? false;
    this.callId = call?.callId ?? 0;
    if (call?.mayHaveBeenApplied !== undefined) this.mayHaveBeenApplied = call.mayHaveBeenApplied;
  }

  /** Returns the error as plain data for a log, with its name and message, and without headers and body. */
  toJSON(): object {
    // Both are not enumerable.
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

/** Sets members that logs, which show what is enumerable, leave out. */
function setHidden(error: IssueTrackingError, members: object): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(error, name, { value, configurable: true, writable: true });
  }
}

/** Maximum number of details in a message: a wrong page can have a hundred. */
const mostNamed = 5;
/** Maximum number of details in an error. */
const mostKept = 100;

/** Returns details without secrets. */
export function redactedDetails(details: readonly ErrorDetail[] | undefined, redact: Redact): ErrorDetail[] {
  return (details ?? []).slice(0, mostKept).map(({ field, message }) => ({
    field: shortened(field, redact),
    message: shortened(message, redact),
  }));
}

/** Returns details as text for a message. */
export function inWords(details: readonly ErrorDetail[]): string {
  const named = details.slice(0, mostNamed).map(({ field, message }) => `${field || 'the body'} ${message}`);
  if (details.length > mostNamed) named.push(`and ${details.length - mostNamed} more`);
  return named.join('; ');
}

/** Content of an error response. */
export interface ApiErrorFacts extends ErrorFacts {
  readonly status: number;
  /** The body's `error`, or a plain description when the body had none. */
  readonly error: string;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly headers?: Headers | undefined;
  /** Text of the body. */
  readonly body?: string | undefined;
  /** One sentence on what the caller can do. */
  readonly advice?: string | undefined;
}

/**
 * The service responded with an error. Known statuses have their own subclass; an error of another status is an `ApiError`.
 *
 * @example
 * if (error instanceof ApiError && error.status === 409) console.error(error.error);
 */
export class ApiError extends IssueTrackingError {
  /** HTTP status. */
  readonly status: number;
  /** The `error` text of the body, at most 1,000 characters. */
  readonly error: string;
  /** The wrong members of the input; empty for other errors. */
  readonly details: readonly ErrorDetail[];
  /** Headers of the response; empty if the call was blocked. */
  declare readonly headers: Headers;
  /**
   * Body of the response, as JSON, or as text if it is no JSON. Of a body larger than 64 kB, the beginning as text.
   * `undefined` if the call was blocked, or the body could not be read.
   */
  declare readonly body: unknown;

  override get name(): string {
    return 'ApiError';
  }

  constructor(facts: ApiErrorFacts) {
    // ERR-1, ERR-2
    const redact = facts.call?.redact ?? redactLookalikes;
    const details = redactedDetails(facts.details, redact);
    const error = shortened(facts.error, redact);
    super(problemOf(facts, error, details), facts);
    this.status = facts.status;
    this.error = error;
    this.details = details;
    const { headers, body } = facts;
    setHidden(this, { headers: redactedHeaders(headers, redact), body: redactedBody(body, redact) });
  }
}

function problemOf({ status, advice }: ApiErrorFacts, error: string, details: readonly ErrorDetail[]): string {
  const problem = `${status} ${error}${details.length > 0 ? ` (${inWords(details)})` : ''}`;
  return advice ? `${problem.replace(/\.$/, '')}. ${advice}` : problem;
}

/** Facts of an error whose class has one status. */
type FactsWithoutStatus = Omit<ApiErrorFacts, 'status'>;

/** The service rejected the input. `details` names each wrong member and what would be right. */
export class ValidationError extends ApiError {
  declare readonly status: 400; // ERR-2, ERR-4

  override get name(): 'ValidationError' {
    return 'ValidationError';
  }
}

/** Facts of a rejected credential. */
export interface AuthenticationErrorFacts extends FactsWithoutStatus {
  readonly retryAt?: number | undefined;
}

/**
 * The credential is missing, invalid or expired. The client then blocks calls with this credential, so that the
 * service doesn't lock it out. Until `retryAt`, these calls fail at once with this error and `sent: false`.
 */
export class AuthenticationError extends ApiError {
  declare readonly status: 401;
  /**
   * End of the time in which the credential is blocked, in milliseconds since 1970 by the client's clock. Absent for
   * the 401 of the service itself.
   */
  declare readonly retryAt?: number;

  override get name(): 'AuthenticationError' {
    return 'AuthenticationError';
  }

  constructor(facts: AuthenticationErrorFacts) {
    const advice = facts.advice ?? 'Check that the credential is complete, not revoked and not expired.';
    super({ ...facts, status: 401, advice });
    if (facts.retryAt !== undefined) this.retryAt = facts.retryAt;
  }
}

/** Facts of a missing permission. */
export interface PermissionErrorFacts extends FactsWithoutStatus {
  readonly requiredScope?: Scope | undefined;
}

/**
 * The credential lacks the scope of the endpoint, or may not set that status.
 *
 * @example
 * if (error instanceof PermissionError) console.error(`The key needs ${error.requiredScope}.`);
 */
export class PermissionError extends ApiError {
  declare readonly status: 403; // AUTH-4, STA-5, STA-6
  /** Scope that the credential lacks. Absent if the 403 has another reason, and for `client.request`. */
  declare readonly requiredScope?: Scope;

  override get name(): 'PermissionError' {
    return 'PermissionError';
  }

  constructor(facts: PermissionErrorFacts) {
    const { requiredScope } = facts;
    const advice = requiredScope && `The endpoint needs the scope ${requiredScope}.`;
    super({ ...facts, status: 403, advice: facts.advice ?? advice });
    if (requiredScope) this.requiredScope = requiredScope;
  }
}

/** The project or issue doesn't exist, or belongs to another organization: the service doesn't say which. */
export class NotFoundError extends ApiError {
  declare readonly status: 404; // ERR-3, AUTH-6

  override get name(): 'NotFoundError' {
    return 'NotFoundError';
  }

  constructor(facts: FactsWithoutStatus) {
    super({ ...facts, status: 404, advice: facts.advice ?? 'It may belong to another organization.' });
  }
}

/** The service could not process the request. The specification doesn't say when this happens. */
export class UnprocessableError extends ApiError {
  declare readonly status: 422; // ERR-5, GAP-14

  override get name(): 'UnprocessableError' {
    return 'UnprocessableError';
  }
}

/** Facts of a 429. */
export interface RateLimitErrorFacts extends FactsWithoutStatus {
  readonly retryAfterMs?: number | undefined;
  readonly retryAt?: number | undefined;
}

/**
 * A 429 that the client doesn't wait for: the retries are used up, or the wait would be longer than `maxRetryAfter` or
 * end after the deadline. With `sent: false`, the call failed without a request, because an earlier 429 still pauses the
 * credential.
 *
 * @example
 * if (error instanceof RateLimitError) setTimeout(tryAgain, error.retryAfterMs ?? 60_000);
 */
export class RateLimitError extends ApiError {
  declare readonly status: 429; // ERR-6
  /** Time until the service accepts requests again, in milliseconds. Absent if the service didn't say. */
  declare readonly retryAfterMs?: number;
  /** When the service accepts requests again, in milliseconds since 1970 by the client's clock. */
  declare readonly retryAt?: number;

  override get name(): 'RateLimitError' {
    return 'RateLimitError';
  }

  constructor(facts: RateLimitErrorFacts) {
    const { retryAfterMs, retryAt } = facts;
    const advice = retryAfterMs === undefined ? undefined : `Retry in ${Math.ceil(retryAfterMs / 1000)} s.`;
    super({ ...facts, status: 429, advice: facts.advice ?? advice });
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    if (retryAt !== undefined) this.retryAt = retryAt;
  }
}

/**
 * The service failed with a 5xx, and so did all retries that were safe. After a write, see `mayHaveBeenApplied`.
 */
export class ServerError extends ApiError {
  // ERR-5
  override get name(): 'ServerError' {
    return 'ServerError';
  }
}

/** Facts of a wrong argument or option. */
export interface InvalidArgumentErrorFacts {
  readonly details: readonly ErrorDetail[];
  /** Absent for an option of the client. */
  readonly call?: CallContext | undefined;
}

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

  constructor({ details, call }: InvalidArgumentErrorFacts) {
    super(inWords(details), { call });
    this.details = redactedDetails(details, call?.redact ?? redactLookalikes);
  }
}

/** The `accessToken` or `apiKey` function failed, or returned no usable credential. Nothing was sent. */
export class CredentialError extends IssueTrackingError {
  override get name(): 'CredentialError' {
    return 'CredentialError';
  }
}

/**
 * The rate-limit store could not be reached, and `onStoreError` is `'fail'`. Nothing was sent. `cause` is the store's
 * error.
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
export interface TimeoutErrorFacts extends ErrorFacts {
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
    super(abortProblem(call), { call });
    // Keep the reason itself, not a redacted copy: the program created it and may compare it.
    setHidden(this, { cause: reason });
  }
}

function abortProblem({ sent, mayHaveBeenApplied }: CallContext): string {
  if (!sent) return 'aborted before anything was sent';
  return mayHaveBeenApplied ? 'aborted; the service may have applied it' : 'aborted';
}

/** Facts of a response that differs from version 1. */
export interface UnexpectedResponseErrorFacts extends ErrorFacts {
  readonly status: number;
  readonly details?: readonly ErrorDetail[];
}

/**
 * The service reported a success whose body the client can't use: it is not JSON, has no `data`, or is an issue
 * without its number. With `validation: 'strict'`, the same applies to a body that differs from version 1. The error
 * also reports a redirect, which the client never follows, because the credential would go along. The error doesn't
 * quote the body.
 */
export class UnexpectedResponseError extends IssueTrackingError {
  /** HTTP status. */
  readonly status: number;
  /** Each wrong place in the body, as a path such as `data.0.createdAt`. */
  readonly details: readonly ErrorDetail[];

  override get name(): 'UnexpectedResponseError' {
    return 'UnexpectedResponseError';
  }

  constructor(problem: string, facts: UnexpectedResponseErrorFacts) {
    super(problem, facts);
    this.status = facts.status;
    this.details = redactedDetails(facts.details, facts.call?.redact ?? redactLookalikes);
  }
}
