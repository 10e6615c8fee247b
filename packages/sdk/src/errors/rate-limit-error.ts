import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** What a refusal for too many requests is made from. */
export interface RateLimitErrorFacts extends Omit<ApiErrorFacts, 'status'> {
  readonly retryAfterMs?: number | undefined;
  readonly retryAt?: number | undefined;
}

/**
 * A 429 that the client doesn't wait for: the retries are used up, or the wait would be longer than `maxRetryAfter` or
 * end after the deadline. With `sent: false`, the call failed without a request, because an earlier 429 still pauses the
 * credential.
 *
 * @example
 * if (error instanceof RateLimitError) setTimeout(tryAgain, error.retryAfterMs ?? 60_000);
 */
export class RateLimitError extends ApiError {
  declare name: 'RateLimitError';
  declare readonly status: 429; // ERR-6
  /** Time until the service accepts requests again, in milliseconds. Absent if it didn't say. */
  declare readonly retryAfterMs?: number;
  /** The same moment, in milliseconds since 1970 by the client's clock. */
  declare readonly retryAt?: number;

  static {
    this.prototype.name = 'RateLimitError';
  }

  constructor(facts: RateLimitErrorFacts) {
    const { retryAfterMs, retryAt } = facts;
    const advice =
      retryAfterMs === undefined ? undefined : `Requests are taken again in ${Math.ceil(retryAfterMs / 1000)} s.`;
    super({ ...facts, status: 429, advice: facts.advice ?? advice });
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    if (retryAt !== undefined) this.retryAt = retryAt;
  }
}
