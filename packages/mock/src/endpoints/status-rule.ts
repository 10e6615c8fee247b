import {
  type ErrorDetail,
  errorTexts,
  isSettable,
  issueStatuses,
  mustBeOneOf,
  setByOthers,
  settableStatuses,
} from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import type { StatusRejection } from '../behavior/behavior-options.ts';
import { HttpError } from '../platform/http/http-error.ts';
import type { IssueRecord } from '../records/records.ts';
import type { HandlerInput } from './handler.ts';

/** Rejects updates that API callers may not make (STA-3, STA-5, STA-6, GAP-4, GAP-5, GAP-46). @throws HttpError */
export function allowChange(
  { statusRejection, transitions }: Behavior,
  issue: IssueRecord,
  { status }: HandlerInput<'issues.update'>['body'],
): void {
  if (status === undefined) return;
  // enforces STA-5, STA-6
  if (!isSettable(status)) {
    throw rejection(
      statusRejection,
      `Status ${status} cannot be set through the API: it is set by ${setByOthers[status]}`,
      settableMust,
    ).because({
      text: `The API does not set ${status}: it is set by ${setByOthers[status]}.`,
      behavior: 'statusRejection',
      reason: 'status',
    });
  }
  if (transitions !== 'any' && !transitions[issue.status]?.includes(status)) {
    throw rejection(
      statusRejection,
      `An issue cannot move from ${issue.status} to ${status}`,
      `cannot follow ${issue.status}`,
    ).because({
      text: `The issue is ${issue.status}, which may not be followed by ${status}.`,
      behavior: 'transitions',
      reason: 'status',
    });
  }
}

/** Returns details for a forbidden status that counts as invalid input (GAP-46), to report together with other invalid members. */
export function statusDetails({ statusRejection }: Behavior, status: unknown): ErrorDetail[] {
  const isRefused = issueStatuses.some((known) => known === status && !isSettable(known));
  return statusRejection.details && isRefused ? [{ field: 'status', message: settableMust }] : [];
}

const settableMust = mustBeOneOf(settableStatuses);

/** Returns the error for a forbidden change, with `details` if the change counts as invalid input (GAP-46). */
function rejection({ status, error, details }: StatusRejection, text: string, message: string): HttpError {
  if (!details) return new HttpError(status, error ?? text);
  return new HttpError(status, error ?? errorTexts.invalidInput, { details: [{ field: 'status', message }] });
}
