import type { ErrorDetail } from '@issue-tracking/model';
import { redactedDetails } from './details.ts';
import { type ErrorFacts, IssueTrackingError } from './issue-tracking-error.ts';
import { redactLookalikes } from './redact.ts';

/** What was not as promised. */
export interface UnexpectedResponseErrorFacts extends ErrorFacts {
  readonly status: number;
  readonly details?: readonly ErrorDetail[];
}

/**
 * The service reported a success whose body is not what version 1 promises: not JSON, a missing field, a wrong type; or
 * it responded with a redirect, which the client never follows, because the credential would go along. The body is not
 * quoted.
 */
export class UnexpectedResponseError extends IssueTrackingError {
  declare name: 'UnexpectedResponseError';
  /** HTTP status. */
  readonly status: number;
  /** Each wrong place in the body, as a path such as `data.0.createdAt`. */
  readonly details: readonly ErrorDetail[];

  static {
    this.prototype.name = 'UnexpectedResponseError';
  }

  constructor(problem: string, facts: UnexpectedResponseErrorFacts) {
    super(problem, facts);
    this.status = facts.status;
    this.details = redactedDetails(facts.details, facts.call?.redact ?? redactLookalikes);
  }
}
