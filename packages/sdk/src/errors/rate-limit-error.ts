import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** What a refusal for too many requests is made from. */
export interface RateLimitErrorFacts extends Omit<ApiErrorFacts, 'status'> {
  readonly retryAfterMs?: number | undefined;
  readonly retryAt?: number | undefined;
}

/**
 * Too many requests, and waiting is over: the retries are used up, or the wait would be longer than
 * `maxRetryAfter` or pass the deadline. `sent` is `false` when the call was refused without a request, because the
 * credential is paused for longer than that.
 *
 * @example
 * if (error instanceof RateLimitError) setTimeout(tryAgain, error.retryAfterMs ?? 60_000);
 */
export class RateLimitError extends ApiError {
  declare name: 'RateLimitError';
  declare readonly status: 429; // ERR-6
  /** In how many milliseconds the service takes requests again, when it said so. */
  declare readonly retryAfterMs?: number;
  /** When that is, in milliseconds since 1970 by the client's clock. */
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
