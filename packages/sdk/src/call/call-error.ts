import { serverSide } from '#server-side';
import {
  AbortError,
  ConnectionError,
  CredentialError,
  RateLimitStoreError,
  TimeoutError,
  UnexpectedResponseError,
} from '../errors/client-errors.ts';
import { type AnyIssueTrackingError, isIssueTrackingError } from '../errors/is-issue-tracking-error.ts';
import type { IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { shortened } from '../errors/redact.ts';
import { type CallNotPermitted, isCallNotPermitted } from '../gate/call-not-permitted.ts';
import { apiError, classOf, retryAfter } from './api-error.ts';
import type { AttemptOutcome, FailedResult, ReceivedResponse, UnabortedOutcome } from './attempt-outcome.ts';
import { type Call, deadlinePassed, partFailed } from './call-state.ts';
import { serviceText } from './service-text.ts';

/** Whether a failed response has no error status. It is a redirect then, which browsers show with status 0. */
function isRedirect({ status }: ReceivedResponse): boolean {
  return status < 400;
}

/** Returns the result of a failed attempt. */
export function toAttemptResult(outcome: AttemptOutcome): FailedResult {
  if (outcome.kind !== 'response') return { error: errorNames[outcome.kind] };
  const { status } = outcome;
  return { status, error: (isRedirect(outcome) ? UnexpectedResponseError : classOf(status)).prototype.name };
}

const errorNames = {
  lost: 'ConnectionError',
  timeout: 'TimeoutError',
  aborted: 'AbortError',
} as const satisfies Record<string, AnyIssueTrackingError['name']>;

/** Returns the error of a call from the outcome of its last attempt. */
export function errorOf(outcome: UnabortedOutcome, call: Call): IssueTrackingError {
  if (outcome.kind === 'response') return errorOfResponse(outcome, call);
  if (outcome.kind === 'timeout') {
    const limitMs = call.settings.timeout;
    const problem = `no response to any call within the timeout of ${limitMs} ms; this one was not sent`;
    return new TimeoutError({ call, option: 'timeout', limitMs, ...(!outcome.sent && { problem }) });
  }
  const { cause, failure } = outcome;
  const reason = failure.reason ? `: ${shortened(failure.reason, call.redact, longestReason)}` : '';
  return new ConnectionError(failure.problem + reason, { call, cause });
}

/** Maximum length of a platform's reason in a message. */
const longestReason = 500;

function errorOfResponse(response: ReceivedResponse, call: Call): IssueTrackingError {
  const { status, headers, text } = response;
  if (isRedirect(response)) {
    // A page doesn't learn where to.
    const to = serverSide ? serverSide.redirectTarget(headers) : '';
    return new UnexpectedResponseError(`the response was a redirect${to}, which is not followed: check baseUrl`, {
      call,
      status,
    });
  }
  const { blockedUntil: retryAt } = response;
  return apiError({
    call,
    status,
    headers,
    body: text,
    ...serviceText(response),
    retryAt,
    ...retryAfter(response, call),
  });
}

/** Returns the public error for the reason why a call must not be sent. */
function notPermittedError({ name, message, retryAt, cause }: CallNotPermitted, call: Call): IssueTrackingError {
  if (name === 'RateLimitError') {
    const retryAfterMs = retryAt === undefined ? undefined : retryAt - call.clock.now();
    return apiError({ status: 429, error: message, retryAfterMs, retryAt, call });
  }
  if (name === 'AuthenticationError') return apiError({ status: 401, error: message, retryAt, call });
  const facts = { call, thrown: cause };
  // A page has no store.
  return serverSide && name === 'RateLimitStoreError'
    ? new RateLimitStoreError(message, facts)
    : new CredentialError(message, facts);
}

/**
 * Maps a thrown value to the error that a call rejects with. A call that its signal or its closed client has ended throws
 * the signal's reason. What ends the whole of a part is thrown on to it, because the error is that of the whole.
 */
export function toRejection(call: Call, thrown: unknown): unknown {
  const { signal, settings, client, rejection } = call;
  const isBlocked = isCallNotPermitted(thrown);
  if (isBlocked && rejection && thrown.name === 'AuthenticationError') {
    // Prefer the service's own 401 to the circuit breaker's error.
    return errorOf({ ...rejection, blockedUntil: thrown.retryAt }, call);
  }
  if (settings.whole) return thrown;
  if (isBlocked) return notPermittedError(thrown, call);
  const { closing } = client.lifetime;
  if (closing.aborted && thrown === closing.reason) return new AbortError({ call, reason: thrown });
  if (!signal?.aborted || signal.reason === partFailed) return thrown;
  if (thrown !== signal.reason && isIssueTrackingError(thrown)) return thrown;
  if (signal.reason !== deadlinePassed) return new AbortError({ call, reason: signal.reason });
  return new TimeoutError({ call, option: 'deadline', limitMs: settings.deadline ?? 0 });
}
