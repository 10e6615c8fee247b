import type { ErrorDetail, Scope } from '@issue-tracking/model';
import { inWords, redactedDetails } from './error-details.ts';
import { type ErrorFacts, IssueTrackingError, setHidden } from './issue-tracking-error.ts';
import { redactedBody, redactedHeaders, redactLookalikes, shortened } from './redact.ts';

/** Facts of an error response, or of a call that was blocked to prevent it. */
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
  readonly requiredScope?: Scope | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly retryAt?: number | undefined;
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

  /** @internal */
  constructor(facts: ApiErrorFacts) {
    // ERR-1, ERR-2
    const redact = facts.call?.redact ?? redactLookalikes;
    const details = redactedDetails(facts.details, redact);
    const error = shortened(facts.error, redact);
    super(problemOf(facts, error, details), facts);
    this.status = facts.status;
    this.error = error;
    this.details = details;
    const { headers, body, requiredScope, retryAfterMs, retryAt } = facts;
    for (const [name, value] of Object.entries({ requiredScope, retryAfterMs, retryAt }))
      if (value !== undefined) Object.assign(this, { [name]: value });
    setHidden(this, { headers: redactedHeaders(headers, redact), body: redactedBody(body, redact) });
  }
}

function problemOf({ status, advice }: ApiErrorFacts, error: string, details: readonly ErrorDetail[]): string {
  const problem = `${status} ${error}${details.length > 0 ? ` (${inWords(details)})` : ''}`;
  return advice ? `${problem.replace(/\.$/, '')}. ${advice}` : problem;
}

/** The service rejected the input. `details` names each wrong member and what would be right. */
export class ValidationError extends ApiError {
  declare readonly status: 400; // ERR-2, ERR-4

  override get name(): 'ValidationError' {
    return 'ValidationError';
  }
}

/**
 * The credential is missing, invalid or expired. The client then blocks calls with this credential, so that the
 * service doesn't lock it out. Until `retryAt`, these calls fail at once with this error and `sent: false`.
 */
export class AuthenticationError extends ApiError {
  declare readonly status: 401;
  /**
   * End of the time in which calls with the credential are blocked, in milliseconds since 1970 by the client's clock. Absent
   * if they aren't.
   */
  declare readonly retryAt?: number;

  override get name(): 'AuthenticationError' {
    return 'AuthenticationError';
  }
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
}

/** The project or issue doesn't exist, or belongs to another organization: the service doesn't say which. */
export class NotFoundError extends ApiError {
  declare readonly status: 404; // ERR-3, AUTH-6

  override get name(): 'NotFoundError' {
    return 'NotFoundError';
  }
}

/** The service could not process the request. The specification doesn't say when this happens. */
export class UnprocessableError extends ApiError {
  declare readonly status: 422; // ERR-5, GAP-14

  override get name(): 'UnprocessableError' {
    return 'UnprocessableError';
  }
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
