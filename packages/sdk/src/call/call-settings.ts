import type { ErrorDetail } from '@issue-tracking/model';
import { type HeaderOptions, withHeaders } from '../validation/headers.ts';
import { checkOptions, type Place } from '../validation/option-table.ts';
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
  /**
   * Time limit of the whole call with all its waits, in milliseconds. By default the client's. In a `for await` over a list,
   * each page has it; `toArray` has one for all pages.
   */
  deadline?: number | undefined;
  /** `false` for no retries. Members that you leave out keep the client's values. */
  retry?: false | RetryOptions | undefined;
  /**
   * Headers to add to the client's headers. One that is `undefined` is left out, even if the client has it. The client
   * sets `authorization` and `content-type` itself, the platform `content-length`, `host` and others.
   */
  headers?: HeaderOptions | undefined;
  /** Waiting calls with a higher priority go first, so that a click doesn't wait behind an export. By default 0. */
  priority?: number | undefined;
}

/** Resolved settings of one call. */
export interface CallSettings {
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

/** Resolves the settings of one call, and adds each wrong option to `details`. `place`: the method, if it has own options. */
export function callSettings(
  base: CallSettings,
  options: RequestOptions | undefined,
  details: ErrorDetail[],
  place: Place = 'call',
): CallSettings {
  if (options === undefined) return base;
  const before = details.length;
  checkOptions(place, options, details);
  return details.length > before ? base : withOptions(base, options);
}

/** Returns settings with these options, which were checked. */
export function withOptions(base: CallSettings, options: RequestOptions): CallSettings {
  const { signal, timeout, deadline, retry, headers, priority } = options;
  return {
    signal,
    timeout: timeout ?? base.timeout,
    deadline: deadline ?? base.deadline,
    retry: retry === false ? { ...base.retry, limit: 0 } : withRetry(base.retry, retry),
    headers: withHeaders(base.headers, headers),
    priority: priority ?? base.priority,
  };
}

function withRetry(base: RetryLimits, { limit, maxRetryAfter }: RetryOptions = {}): RetryLimits {
  return { limit: limit ?? base.limit, maxRetryAfter: maxRetryAfter ?? base.maxRetryAfter };
}
