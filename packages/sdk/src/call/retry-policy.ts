import { limits } from '@issue-tracking/model';
import type { Outcome } from './outcome.ts';

/** How often and how long a call may wait to try again. */
export interface RetryLimits {
  /** Retries after the first attempt, 429 included. */
  readonly limit: number;
  /** The longest `Retry-After` that is waited for, in milliseconds. */
  readonly maxRetryAfter: number;
}

/** The facts that decide about a retry. */
export interface FailedAttempt {
  readonly outcome: Outcome;
  readonly method: string;
  /** Retries before this attempt. */
  readonly retries: number;
  readonly allowed: RetryLimits;
  readonly now: number;
  /** When the whole call must be done; `Infinity` without a deadline. */
  readonly deadlineAt: number;
}

/** Refused before anything was done (LIM-2; RFC 8470), so that even a POST is sent again. */
const notProcessed = [425, 429];

/** How long to wait before trying again, in milliseconds; `undefined` when the call fails now. */
export function retryWaitMs(attempt: FailedAttempt): number | undefined {
  const { outcome, retries, allowed, now, deadlineAt } = attempt;
  if (retries >= allowed.limit || !isSafeToRetry(attempt)) return undefined;
  const asked = askedWaitMs(outcome, now);
  if (asked !== undefined && asked > allowed.maxRetryAfter) return undefined;
  const wait = asked === undefined ? backoffMs(retries) : addJitter(asked);
  // A retry that the deadline would cut off is not worth waiting for.
  return now + wait >= deadlineAt ? undefined : wait;
}

/**
 * The longest that one answer pauses a credential, in milliseconds: the longest window this service has (AUTH-7).
 * A header that says 30 years must not stop the client for good.
 */
const longestPauseMs = limits.authenticationWindowMs;

/** For how long a 429 pauses every call with the credential (ERR-6). */
export function pauseMs(headers: Headers, now: number, retries: number): number {
  return Math.min(retryAfterMs(headers, now) ?? backoffMs(retries), longestPauseMs);
}

/** The wait that a response asks for, if its status is one after which the request is sent again. */
export function askedWaitMs(outcome: Outcome, now: number): number | undefined {
  return outcome.kind === 'answer' && isPassing(outcome.status) ? retryAfterMs(outcome.headers, now) : undefined;
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || notProcessed.includes(status);
}

function isSafeToRetry({ outcome, method }: FailedAttempt): boolean {
  if (outcome.kind === 'aborted') return false;
  // Whatever the method.
  // enforces LIM-2
  if (outcome.kind === 'answer' && notProcessed.includes(outcome.status)) return true;
  // A POST adds something each time, so after any other status it is repeated only when it was certainly not sent: 408
  // and 5xx leave doubt. An update sets absolute values (EP-9), and `update-issue.ts` reads the issue before it is
  // resent.
  return mayPass(outcome) && (method !== 'POST' || !leavesDoubt(outcome));
}

/** Whether the trouble may pass, so that the same request may succeed later. */
function mayPass(outcome: Outcome): boolean {
  if (outcome.kind === 'lost') return !outcome.failure.final;
  return outcome.kind !== 'answer' || outcome.isCutOff || outcome.status >= 500 || outcome.status === 408;
}

/** Whether the service may have acted although no success was reported: the answer was lost, or says nothing of it. */
export function leavesDoubt(outcome: Outcome): boolean {
  if (outcome.kind === 'lost') return outcome.failure.sent;
  if (outcome.kind === 'expired' || outcome.kind === 'aborted') return outcome.sent;
  // Many services answer a write they have carried out with a redirect, most often 302 or 303; browsers show it as 0.
  return mayPass(outcome) || (outcome.kind === 'answer' && outcome.status < 400);
}

/** The shortest wait before a retry, also where the service asks for none: a herd must not return in one instant. */
const floorMs = 100;
/** Upper end of the first backoff; each further one doubles. */
const firstMs = 500;
const longestMs = 20_000;
/** How much later than asked calls return that were all asked to wait for the same time. */
const spreadMs = 1000;

/** Exponential backoff with full jitter over a floor, for the retry after `retries` earlier ones. */
export function backoffMs(retries: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** retries);
  return floorMs + Math.random() * (ceiling - floorMs);
}

/** A wait the service asked for, never cut short, with some jitter on top. */
export function addJitter(askedMs: number): number {
  return Math.max(floorMs, askedMs) + Math.random() * Math.min(spreadMs, Math.max(floorMs, askedMs / 10));
}

/**
 * How long a response asks to wait, in milliseconds: seconds (ERR-6), or an HTTP-date, measured against the response's
 * own `Date` because the two machines' clocks may differ. `undefined` when the header is absent or
 * unusable; then the caller backs off (LIM-2).
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^[\d., ]+$/.test(value)) return secondsMs(value);
  const until = httpDate(value);
  const sentAt = httpDate(headers.get('date') ?? '');
  return until === undefined ? undefined : Math.max(0, until - (sentAt ?? now));
}

/**
 * Seconds as they are written in practice: a proxy that adds a header of its own makes two values, of which the longer
 * wait is right for both; a part of a second is waited for as a whole one.
 */
function secondsMs(value: string): number | undefined {
  const values = value.split(',').map((part) => part.trim());
  if (!values.every((part) => /^\d+(\.\d+)?$/.test(part))) return undefined;
  return Math.min(Math.ceil(Math.max(...values.map(Number))), Number.MAX_SAFE_INTEGER / 1000) * 1000;
}

/** The three forms an HTTP-date may have (RFC 9110, 5.6.7), of which only asctime's leaves out the zone. */
const dateForms = /^[A-Z][a-z]{2,8},? [\w -]+ \d\d:\d\d:\d\d( \d{4}| GMT)$/;

function httpDate(value: string): number | undefined {
  if (!dateForms.test(value)) return undefined;
  // No platform's parser knows a leap second.
  const time = Date.parse(`${value.replace(/ GMT$/, '').replace(/:60\b/, ':59')} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
