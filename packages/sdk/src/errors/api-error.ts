import type { ErrorDetail } from '@issue-tracking/model';
import { inWords, redactedDetails } from './details.ts';
import { type ErrorFacts, IssueTrackingError } from './issue-tracking-error.ts';
import { redactedHeaders, redactLookalikes } from './redact.ts';
import { shortened } from './shortened.ts';

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
 * The service responded with an error. Known statuses have a class of their own; all others are this class.
 *
 * @example
 * if (error instanceof ApiError && error.status === 409) console.error(error.error);
 */
export class ApiError extends IssueTrackingError {
  declare name: string;
  /** HTTP status. */
  readonly status: number;
  /** The `error` text of the body, at most 1,000 characters. */
  readonly error: string;
  /** The wrong members of the input; empty for other errors. */
  readonly details: readonly ErrorDetail[];
  /** Headers of the response; empty if the call was refused without a request. */
  readonly headers: Headers;

  static {
    this.prototype.name = 'ApiError';
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
    this.headers = redactedHeaders(facts.headers, redact);
  }
}

function problemOf({ status, advice }: ApiErrorFacts, error: string, details: readonly ErrorDetail[]): string {
  const problem = `${status} ${error}${details.length > 0 ? ` (${inWords(details)})` : ''}`;
  return advice ? `${problem.replace(/\.$/, '')}. ${advice}` : problem;
}
