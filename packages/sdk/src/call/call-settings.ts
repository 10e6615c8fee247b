import type { ErrorDetail } from '@issue-tracking/model';
import type { Ticket } from '../gate/ticket.ts';
import { callOptionNames, check, checkDuration, checkNames } from '../validation/option-checks.ts';
import type { RetryLimits } from './retry-policy.ts';

/** How a call is retried. */
export interface RetryOptions {
  /** Retries after the first attempt, including those after a 429. By default 4. */
  limit?: number | undefined;
  /**
   * The longest `Retry-After` to wait for, in milliseconds. By default 120,000. If the service asks for a longer
   * wait, the call fails at once.
   */
  maxRetryAfter?: number | undefined;
}

/** Options of one call, always the last argument. */
export interface RequestOptions {
  /**
   * Aborts the call, whether it is queued, waiting or in flight. The call rejects with an `AbortError`; its
   * `mayHaveBeenApplied` says whether a write may have been applied.
   */
  signal?: AbortSignal | undefined;
  /** Time limit of one attempt, from sending to the end of the body, in milliseconds. By default the client's. */
  timeout?: number | undefined;
  /** Time limit of the whole call with all its waits, in milliseconds. By default the client's. */
  deadline?: number | undefined;
  /** `false` for no retries. Members that you leave out keep the client's values. */
  retry?: false | RetryOptions | undefined;
  /** Headers to add to the client's headers. The client sets `authorization` and `content-type` itself. */
  headers?: Record<string, string> | undefined;
  /** Waiting calls with a higher priority go first, so that a click doesn't wait behind an export. By default 0. */
  priority?: number | undefined;
}

/** Resolved settings of one call. */
export interface CallSettings {
  /** The ticket of the composite call that the request is part of. Absent for a call that is one request. */
  readonly ticket?: Ticket | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly retry: RetryLimits;
  readonly headers: Record<string, string>;
  readonly priority: number;
}

/** Defaults of the client's settings. */
export const defaultSettings: CallSettings = {
  timeout: 30_000,
  deadline: undefined,
  retry: { limit: 4, maxRetryAfter: 120_000 },
  headers: {},
  priority: 0,
};

/**
 * Resolves the settings of one call, and adds each wrong option to `details`. `methodOptions` names options of the method
 * itself, which the method checks.
 */
export function callSettings(
  base: CallSettings,
  options: RequestOptions | undefined,
  details: ErrorDetail[],
  methodOptions: readonly string[] = [],
): CallSettings {
  if (options === undefined) return base;
  checkNames('', options, [...callOptionNames, ...methodOptions], details);
  const { signal, timeout, deadline, retry, headers, priority = base.priority } = options ?? {};
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === 'function';
  check(details, 'signal', isSignal, 'must be an AbortSignal', signal);
  check(details, 'priority', Number.isFinite(priority), 'must be a number', priority);
  checkDuration('timeout', timeout, details);
  checkDuration('deadline', deadline, details);
  return {
    signal,
    timeout: timeout ?? base.timeout,
    deadline: deadline ?? base.deadline,
    retry: retryLimits(base.retry, retry, details),
    headers: headers === undefined ? base.headers : { ...base.headers, ...checkedHeaders(headers, details) },
    priority,
  };
}

function retryLimits(base: RetryLimits, retry: false | RetryOptions | undefined, details: ErrorDetail[]): RetryLimits {
  if (retry === undefined) return base;
  if (retry === false) return { ...base, limit: 0 };
  checkNames('retry.', retry, ['limit', 'maxRetryAfter'], details);
  const { limit = base.limit, maxRetryAfter = base.maxRetryAfter } = retry ?? {};
  check(details, 'retry.limit', Number.isInteger(limit) && limit >= 0, 'must be a whole number from 0', limit);
  check(
    details,
    'retry.maxRetryAfter',
    typeof maxRetryAfter === 'number' && maxRetryAfter >= 0,
    'must be milliseconds from 0',
    maxRetryAfter,
  );
  return { limit, maxRetryAfter };
}

/** Returns headers with lower-case names. Reports headers that can't be sent or that the client sets. */
function checkedHeaders(headers: Record<string, string>, details: ErrorDetail[]): Record<string, string> {
  const checked: Record<string, string> = {};
  try {
    new Headers(headers).forEach((value, name) => {
      checked[name] = value;
    });
  } catch {
    // The platform's message would quote the value, which may be a secret.
    details.push({ field: 'headers', message: 'must be valid header names and values' });
  }
  for (const name of ['authorization', 'content-type']) {
    check(details, `headers.${name}`, !(name in checked), 'is set by the client');
  }
  return checked;
}
