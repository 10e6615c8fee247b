import { type ErrorDetail, nearestName } from '@issue-tracking/model';
import { longestDelayMs } from '../platform/clock.ts';
import { callOptionNames } from '../validation/arguments.ts';
import type { RetryLimits } from './retry-policy.ts';

/** How a call is retried. */
export interface RetryOptions {
  /** Retries after the first attempt, including those after a 429. By default 4. */
  limit?: number | undefined;
  /** The longest `Retry-After` to wait for, in milliseconds. By default 120,000. With a longer one the call fails at once. */
  maxRetryAfter?: number | undefined;
}

/** Options of one call, always the last argument. */
export interface RequestOptions {
  /**
   * Aborts the call, whether it is queued, waiting or in flight. It rejects with an `AbortError`; the error's
   * `mayHaveBeenApplied` says whether a write may have been applied.
   */
  signal?: AbortSignal | undefined;
  /** Time limit of one attempt, from sending to the end of the body, in milliseconds. By default the client's. */
  timeout?: number | undefined;
  /** Time limit of the whole call with all its waits, in milliseconds. By default the client's. */
  deadline?: number | undefined;
  /** `false` for no retries. Members that you leave out keep the client's values. */
  retry?: false | RetryOptions | undefined;
  /** Added to the client's. The client sets `authorization` and `content-type` itself. */
  headers?: Record<string, string> | undefined;
  /** Waiting calls with a higher priority go first, so that a click doesn't wait behind an export. By default 0. */
  priority?: number | undefined;
}

/** What one call goes by. */
export interface CallSettings {
  readonly signal?: AbortSignal | undefined;
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly retry: RetryLimits;
  readonly headers: Record<string, string>;
  readonly priority: number;
}

/** What applies where neither the client nor the call says otherwise. */
export const defaultSettings: CallSettings = {
  timeout: 30_000,
  deadline: undefined,
  retry: { limit: 4, maxRetryAfter: 120_000 },
  headers: {},
  priority: 0,
};

/**
 * The settings of one call; whatever is wrong with its options goes to `details`. `own` are the names of those that only
 * its operation has: they are looked at elsewhere.
 */
export function callSettings(
  base: CallSettings,
  options: RequestOptions,
  details: ErrorDetail[],
  own: readonly string[] = [],
): CallSettings {
  if (typeof options !== 'object' || options === null) {
    details.push({ field: 'options', message: 'must be an object' });
    return base;
  }
  checkNames('', options, [...callOptionNames, ...own], details);
  const { signal, timeout, deadline, retry, headers, priority = base.priority } = options;
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === 'function';
  check(details, 'signal', isSignal, 'must be an AbortSignal');
  check(details, 'priority', Number.isFinite(priority), 'must be a number');
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
  if (typeof retry !== 'object' || retry === null) {
    details.push({ field: 'retry', message: 'must be false or an object' });
    return base;
  }
  checkNames('retry.', retry, ['limit', 'maxRetryAfter'], details);
  const { limit = base.limit, maxRetryAfter = base.maxRetryAfter } = retry;
  check(details, 'retry.limit', Number.isInteger(limit) && limit >= 0, 'must be a whole number from 0');
  check(
    details,
    'retry.maxRetryAfter',
    typeof maxRetryAfter === 'number' && maxRetryAfter >= 0,
    'must be milliseconds from 0',
  );
  return { limit, maxRetryAfter };
}

/** Notes what is wrong with an argument or option, unless it is right. */
export function check(details: ErrorDetail[], field: string, isRight: boolean, message: string): void {
  if (!isRight) details.push({ field, message });
}

/** Notes a duration that is no time a timer can take. */
export function checkDuration(field: string, value: unknown, details: ErrorDetail[]): void {
  const isRight = value === undefined || (typeof value === 'number' && value > 0 && value <= longestDelayMs);
  check(details, field, isRight, `must be milliseconds, from 1 to ${longestDelayMs}`);
}

/** Headers that can be sent and don't take the place of the client's own; names in lower case. */
function checkedHeaders(headers: Record<string, string>, details: ErrorDetail[]): Record<string, string> {
  const checked: Record<string, string> = {};
  try {
    new Headers(headers).forEach((value, name) => {
      checked[name] = value;
    });
  } catch {
    // The platform's message would quote the value, which may be a secret.
    details.push({ field: 'headers', message: 'cannot be sent as headers' });
  }
  for (const name of ['authorization', 'content-type']) {
    check(details, `headers.${name}`, !(name in checked), 'is set by the client');
  }
  return checked;
}

/** What other clients call it. */
const namesElsewhere: Readonly<Record<string, string>> = {
  maxRetries: 'retry: { limit }',
  retries: 'retry: { limit }',
  token: 'accessToken',
  key: 'apiKey',
  url: 'baseUrl',
  defaultHeaders: 'headers',
  logger: 'hooks',
};

/**
 * Notes each member that is not an option, with the one it was probably meant to be: a program without types would never
 * learn that it has no effect. A member that is `undefined` is as good as absent.
 */
export function checkNames(prefix: string, options: object, known: readonly string[], details: ErrorDetail[]): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.includes(name)) continue;
    const meant = nearestName(name, known) ?? nameHere(name, known);
    const advice = meant === undefined ? `the options are ${known.join(', ')}` : `did you mean ${meant}?`;
    details.push({ field: `${prefix}${name}`, message: `is not an option: ${advice}` });
  }
}

/** What another client calls by that name, as far as it is an option here: those of a call are fewer than a client's. */
function nameHere(name: string, known: readonly string[]): string | undefined {
  const option = Object.hasOwn(namesElsewhere, name) ? namesElsewhere[name] : undefined;
  return known.some((other) => option?.startsWith(other)) ? option : undefined;
}
