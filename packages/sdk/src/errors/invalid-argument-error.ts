import type { ErrorDetail } from '@issue-tracking/model';
import { inWords, redactedDetails } from './details.ts';
import { type CallContext, IssueTrackingError } from './issue-tracking-error.ts';
import { redactLookalikes } from './redact.ts';

/** What was wrong with an argument or option, and of which call. */
export interface InvalidArgumentErrorFacts {
  readonly details: readonly ErrorDetail[];
  readonly call?: CallContext | undefined;
}

/**
 * An argument or client option is wrong. Nothing was sent. `details` has the shape of a validation failure of the
 * service and never quotes the value.
 */
export class InvalidArgumentError extends IssueTrackingError {
  declare name: 'InvalidArgumentError';
  /** Each wrong argument or option, and what would be right. */
  readonly details: readonly ErrorDetail[];

  static {
    this.prototype.name = 'InvalidArgumentError';
  }

  constructor({ details, call }: InvalidArgumentErrorFacts) {
    super(inWords(details), { call });
    this.details = redactedDetails(details, call?.redact ?? redactLookalikes);
  }
}
