import type { ErrorBody, ErrorDetail } from '@issue-tracking/model';
import { ApiError, type ApiErrorFacts } from '../errors/api-error.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import type { IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { PermissionError } from '../errors/permission-error.ts';
import { RateLimitError } from '../errors/rate-limit-error.ts';
import { ServerError } from '../errors/server-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { UnprocessableError } from '../errors/unprocessable-error.ts';
import { ValidationError } from '../errors/validation-error.ts';
import type { Call } from './call.ts';
import type { Answer, Outcome } from './outcome.ts';
import { askedWaitMs } from './retry-policy.ts';

/** The class of each status that has one (ERR-1 to ERR-6). */
const classes = new Map<number, new (facts: ApiErrorFacts) => ApiError>([
  [400, ValidationError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [422, UnprocessableError],
  [429, RateLimitError],
]);

function classOf(status: number): new (facts: ApiErrorFacts) => ApiError {
  return classes.get(status) ?? (status >= 500 ? ServerError : ApiError);
}

function isRedirect({ status, redirected }: Answer): boolean {
  return redirected || (status >= 300 && status < 400);
}

/** The name of the error class a failed attempt stands for; `undefined` for a success. */
export function errorNameOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'lost':
      return ConnectionError.prototype.name;
    case 'expired':
      return TimeoutError.prototype.name;
    case 'aborted':
      return 'AbortError';
    case 'answer':
      if (outcome.ok) return undefined;
      if (isRedirect(outcome) || outcome.status < 200) return UnexpectedResponseError.prototype.name;
      return classOf(outcome.status).prototype.name;
  }
}

/** The error of a call whose last attempt ended so. */
export function errorOf(outcome: Exclude<Outcome, { kind: 'aborted' }>, call: Call): IssueTrackingError {
  switch (outcome.kind) {
    case 'lost':
      return new ConnectionError(
        outcome.sent ? 'the connection was lost before the answer was complete' : 'no connection could be made',
        { call, cause: outcome.cause },
      );
    case 'expired':
      return new TimeoutError({ call, option: 'timeout', limitMs: call.timeout });
    case 'answer':
      return errorOfAnswer(outcome, call);
  }
}

function errorOfAnswer(answer: Answer, call: Call): IssueTrackingError {
  const { status, headers } = answer;
  if (isRedirect(answer) || status < 200) {
    return new UnexpectedResponseError(
      `the answer was a redirect${status ? ` (${status})` : ''}${target(headers)}, which is not followed with the credential; check baseUrl`,
      { call, status },
    );
  }
  const { error, details } = errorBody(answer.text);
  const facts = { call, status, headers, error: error ?? 'no description given', details };
  if (status === 429) {
    const askedMs = askedWaitMs(answer, call.clock.now());
    return new RateLimitError({ ...facts, retryAfter: askedMs === undefined ? undefined : Math.ceil(askedMs / 1000) });
  }
  return new (classOf(status))(facts);
}

/** The `{ error, details }` of an error response; a proxy may send HTML, another shape or nothing at all instead. */
function errorBody(text: string | undefined): Partial<ErrorBody> {
  try {
    const { error, details } = JSON.parse(text ?? '');
    return {
      ...(typeof error === 'string' && error !== '' && { error }),
      ...(Array.isArray(details) && { details: details.filter(isDetail) }),
    };
  } catch {
    return {};
  }
}

function isDetail(detail: Partial<ErrorDetail> | null): detail is ErrorDetail {
  return typeof detail?.field === 'string' && typeof detail.message === 'string';
}

function target(headers: Headers): string {
  try {
    return ` to ${new URL(headers.get('location') ?? '').origin}`;
  } catch {
    return '';
  }
}
