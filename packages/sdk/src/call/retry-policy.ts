import { limits } from '@issue-tracking/model';
import { backoffMs, spreadOut } from './backoff.ts';
import { leavesDoubt, type Outcome } from './outcome.ts';
import { retryAfterMs } from './retry-after.ts';

/** How often and how long a call may wait to try again. */
export interface RetryLimits {
  /** Retries after the first attempt, 429 included. */
  readonly limit: number;
  /** The longest `Retry-After` that is waited for, in milliseconds. */
  readonly maxRetryAfter: number;
}

/** What a decision about a failed attempt rests on. */
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

/** Statuses whose `Retry-After` counts. */
const pausing = [408, 429, 503];

/** How long to wait before trying again, in milliseconds; `undefined` when the call fails now. */
export function retryWaitMs(attempt: FailedAttempt): number | undefined {
  const { outcome, retries, allowed, now, deadlineAt } = attempt;
  if (retries >= allowed.limit || !isSafeToRetry(attempt)) return undefined;
  const asked = askedWaitMs(outcome, now);
  if (asked !== undefined && asked > allowed.maxRetryAfter) return undefined;
  const wait = asked === undefined ? backoffMs(retries) : spreadOut(asked);
  // A retry that the deadline would cut off is not worth waiting for.
  return now + wait >= deadlineAt ? undefined : wait;
}

/**
 * The longest that one answer pauses a credential, in milliseconds: the longest window this service has (AUTH-7).
 * A header that says 30 years must not stop the client for good.
 */
const longestPauseMs = limits.authenticationWindowMs;

/** For how long a 429 pauses every call with the credential (ERR-6); `undefined` for any other outcome. */
export function pauseMs(outcome: Outcome, now: number, waitMs: number | undefined): number | undefined {
  if (outcome.kind !== 'answer' || outcome.status !== 429) return undefined;
  return Math.min(askedWaitMs(outcome, now) ?? waitMs ?? backoffMs(0), longestPauseMs);
}

/** The wait an answer asks for, if its status is one that may. */
export function askedWaitMs(outcome: Outcome, now: number): number | undefined {
  return outcome.kind === 'answer' && pausing.includes(outcome.status) ? retryAfterMs(outcome.headers, now) : undefined;
}

function isSafeToRetry({ outcome, method }: FailedAttempt): boolean {
  if (outcome.kind === 'aborted') return false;
  // Refused before anything was done, whatever the method (LIM-2).
  if (outcome.kind === 'answer' && outcome.status === 429) return true;
  if (outcome.kind === 'lost' && !outcome.sent) return true;
  // A POST adds something each time; anything else can be sent twice, this API's PATCH too, whose values are absolute
  // (EP-9).
  return method !== 'POST' && leavesDoubt(outcome);
}
