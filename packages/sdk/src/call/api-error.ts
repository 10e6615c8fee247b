import { endpoints, errorTexts } from '@issue-tracking/model';
import {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
} from '../errors/api-errors.ts';
import type { ReceivedResponse } from './attempt-outcome.ts';
import type { Call } from './call-state.ts';
import { retryAfterMs as retryAfterOf } from './retry-policy.ts';

type ApiErrorClass = new (facts: ApiErrorFacts) => ApiError;

// enforces AUTH-3, AUTH-4, AUTH-6, ERR-1, ERR-2, ERR-3, ERR-4, ERR-5, ERR-6
/** Error classes by status. */
const classes: Readonly<Record<number, ApiErrorClass>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: UnprocessableError,
  429: RateLimitError,
};

/** Returns the error class of a status. */
export function classOf(status: number): ApiErrorClass {
  return classes[status] ?? (status >= 500 ? ServerError : ApiError);
}

/** Returns how long the service wants to get no calls after a 429, if it says so. */
export function retryAfter({ status, headers }: ReceivedResponse, { clock }: Call) {
  const now = clock.now();
  const retryAfterMs = status === 429 ? retryAfterOf(headers, now) : undefined;
  return retryAfterMs === undefined ? undefined : { retryAfterMs, retryAt: now + retryAfterMs };
}

/** Returns the error of a status, with what else is known and what the caller can do. */
export function apiError(facts: ApiErrorFacts & { readonly call: Call }): ApiError {
  const { status, error, call } = facts;
  // A 403 may have another reason, such as a status that only users set (STA-5, STA-6).
  const needsScope = status === 403 && error === errorTexts.insufficientScope;
  const requiredScope = needsScope && call.endpoint ? endpoints[call.endpoint].scope : undefined;
  const known = { ...facts, requiredScope };
  return new (classOf(status))({ ...known, advice: facts.advice ?? adviceOn(known) });
}

/** Returns what the caller can do. */
function adviceOn({
  status,
  error,
  call,
  headers,
  requiredScope,
  retryAfterMs,
  retryAt,
}: ApiErrorFacts): string | undefined {
  if (requiredScope) return `The endpoint needs the scope ${requiredScope}.`;
  if (retryAfterMs !== undefined) return `Retry in ${Math.ceil(retryAfterMs / 1000)} s.`;
  if (status === 401) {
    const check = 'Check that the credential is complete, not revoked and not expired.';
    // The message of a call that was not sent has the time already.
    return headers && retryAt ? `${check} Calls are blocked until ${new Date(retryAt).toISOString()}.` : check;
  }
  if (status !== 404) return undefined;
  // The text tells whether the project was found (ERR-3, GAP-15).
  if (call?.endpoint && /\bissue\b/i.test(error)) return 'Check the number: the project was found.';
  const useId = call?.endpoint && error === errorTexts.projectNotFound ? 'Use its id, not its slug. ' : '';
  return `${useId}It may belong to another organization.`;
}
