import { limits } from '@issue-tracking/model';
import type { AttemptOutcome, UnabortedOutcome } from './attempt-outcome.ts';
import { fateOf } from './status-table.ts';

/** Limits of a call's retries. */
export interface RetryLimits {
  /** Retries after the first attempt, 429 included. */
  readonly limit: number;
  /** The longest `Retry-After` that a call waits for, in milliseconds. */
  readonly maxRetryAfter: number;
}

/** Facts that decide whether to retry. */
export interface FailedAttempt {
  readonly outcome: UnabortedOutcome;
  readonly method: string;
  /** Retries before this attempt. */
  readonly retries: number;
  readonly allowed: RetryLimits;
  readonly now: number;
  /** When the whole call must be done; `Infinity` without a deadline. */
  readonly deadlineAt: number;
}

/** Returns the wait before the next attempt, in milliseconds; `undefined` when the call fails now. */
export function retryWaitMs(attempt: FailedAttempt): number | undefined {
  const { outcome, retries, allowed, now, deadlineAt } = attempt;
  const most = outcome.kind === 'lost' ? Math.min(allowed.limit, outcome.failure.retries) : allowed.limit;
  if (retries >= most || !isSafeToRetry(attempt)) return undefined;
  const requested = outcome.kind === 'response' ? retryAfterMs(outcome.headers, now) : undefined;
  if ((requested ?? 0) > allowed.maxRetryAfter) return undefined;
  const wait = requested === undefined ? backoffMs(retries) : addJitter(requested);
  // A retry that the deadline would cut off is not worth waiting for.
  return now + wait >= deadlineAt ? undefined : wait;
}

/**
 * Maximum pause after one response, in milliseconds: the service's longest window (AUTH-7). A `Retry-After` of 30 years
 * must not stop the client.
 */
const longestPauseMs = limits.authenticationWindowMs;

/** Returns how long a 429 pauses every call with the credential, in milliseconds (ERR-6). */
export function pauseMs(headers: Headers, now: number, retries: number): number {
  return Math.min(retryAfterMs(headers, now) ?? backoffMs(retries), longestPauseMs);
}

function isSafeToRetry({ outcome, method }: FailedAttempt): boolean {
  // With any method.
  // enforces LIM-2
  if (outcome.kind === 'response' && fateOf(outcome.status) === 'not processed') return true;
  // Each POST adds something. It is retried only if the service certainly didn't process it. An update can be retried,
  // because it sets absolute values (EP-9) and `update-issue.ts` reads the issue before a resend.
  return mayPass(outcome) && (method !== 'POST' || !leavesDoubt(outcome));
}

/** Whether the failure may be transient. */
function mayPass(outcome: UnabortedOutcome): boolean {
  return outcome.kind !== 'response' || outcome.isCutOff || fateOf(outcome.status) === 'in doubt';
}

/** Whether the service may have processed a request although no success was reported. */
export function leavesDoubt(outcome: AttemptOutcome): boolean {
  if (outcome.kind !== 'response') return mayHaveArrived(outcome);
  // Many services respond to a successful write with a redirect, mostly 302 or 303. Browsers show its status as 0.
  return mayPass(outcome) || outcome.status < 400;
}

/** Whether the request of an attempt may have reached the service. */
export function mayHaveArrived(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'response' || (outcome.kind === 'lost' ? outcome.failure : outcome).sent;
}

/** Minimum backoff; prevents a thundering herd. */
const floorMs = 100;
/** Upper limit of the first backoff. The limit doubles with each further backoff. */
const firstMs = 250;
const longestMs = 20_000;
/** Maximum jitter added to `Retry-After`. */
const spreadMs = 1000;

/** Returns an exponential backoff with full jitter above the minimum, after `retries` earlier retries. */
export function backoffMs(retries: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** retries);
  return floorMs + Math.random() * (ceiling - floorMs);
}

/** Adds jitter to the wait that the service requests, and never shortens that wait. */
export function addJitter(askedMs: number): number {
  return Math.max(floorMs, askedMs) + Math.random() * Math.min(spreadMs, Math.max(floorMs, askedMs / 10));
}

/**
 * Returns the wait of `Retry-After`, in milliseconds. A date is measured against the response's own `Date`, because
 * the two machines' clocks may differ. `undefined` when the header is absent or unusable; then the caller backs off
 * (LIM-2).
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const until = dateOf(value);
  return until === undefined ? secondsMs(value) : Math.max(0, until - (dateOf(headers.get('date')) ?? now));
}

/** Seconds that are no time from now but since 1970: a time from now is shorter than 31 years. */
const leastEpochS = 1e9;

/**
 * Parses seconds in the forms that occur in practice. A proxy that adds its own header makes two values, of which the
 * longer one counts. Fractions of a second are rounded up.
 */
function secondsMs(value: string): number | undefined {
  const values = value.split(',').map((part) => part.trim());
  if (!values.every((part) => /^\d+(\.\d+)?$/.test(part))) return undefined;
  const seconds = Math.ceil(Math.max(...values.map(Number)));
  return seconds < leastEpochS ? seconds * 1000 : undefined;
}

/** A date whose zone is named, such as an HTTP-date or one of ISO 8601. */
const withZone = /^([a-z]{3,9},? )?([a-z]{3} +)?\d.*\d\d:\d\d.*(Z|GMT|UTC|[+-]\d\d:?\d\d)$/i;
/** The form of C's `asctime`, whose zone is always GMT (RFC 9110, 5.6.7). */
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d [\d:]{8} \d{4}$/i;

function dateOf(header: string | null): number | undefined {
  const value = header?.replace(asctime, '$& GMT');
  if (!value || !withZone.test(value)) return undefined;
  // No platform's parser knows a leap second.
  const time = Date.parse(value.replace(/:60\b/, ':59'));
  return Number.isNaN(time) ? undefined : time;
}
