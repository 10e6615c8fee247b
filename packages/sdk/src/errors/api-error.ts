import type { ErrorDetail } from '@issue-tracking/model';
import { type ErrorFacts, IssueTrackingError } from './issue-tracking-error.ts';
import { type Redact, redactLookalikes } from './redact.ts';

/** What an error response said. */
export interface ApiErrorFacts extends ErrorFacts {
  readonly status: number;
  /** The body's `error`, or a plain description when the body had none. */
  readonly error: string;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly headers?: Headers | undefined;
  /** What the caller can do about it, one sentence. */
  readonly advice?: string | undefined;
}

/**
 * The service answered with an error (ERR-1). Known statuses have a class of their own; any other status is this one.
 *
 * @example
 * if (error instanceof ApiError && error.status === 409) console.error(error.error);
 */
export class ApiError extends IssueTrackingError {
  declare name: string;
  /** HTTP status. */
  readonly status: number;
  /** The `error` text of the body (ERR-1). */
  readonly error: string;
  /** What was wrong with the input, member by member (ERR-2); empty otherwise. */
  readonly details: readonly ErrorDetail[];
  /** Headers of the response; empty when the call was refused without a request. */
  readonly headers: Headers;

  static {
    this.prototype.name = 'ApiError';
  }

  constructor(facts: ApiErrorFacts) {
    const redact = facts.call?.redact ?? redactLookalikes;
    const details = (facts.details ?? []).map(({ field, message }) => ({
      field: redact(field),
      message: redact(message),
    }));
    super(problemOf(facts, details), facts);
    this.status = facts.status;
    this.error = redact(facts.error);
    this.details = details;
    this.headers = redactedHeaders(facts.headers, redact);
  }
}

function problemOf({ status, error, advice }: ApiErrorFacts, details: readonly ErrorDetail[]): string {
  const named = details.map(({ field, message }) => `${field} ${message}`).join('; ');
  const problem = `${status} ${error}${named && ` (${named})`}`;
  return advice ? `${problem.replace(/\.$/, '')}. ${advice}` : problem;
}

function redactedHeaders(headers: Headers | undefined, redact: Redact): Headers {
  const copy = new Headers();
  headers?.forEach((value, name) => {
    copy.append(redact(name) === name ? name : 'redacted', redact(value));
  });
  return copy;
}
