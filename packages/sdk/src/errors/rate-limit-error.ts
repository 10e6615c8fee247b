import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** What a refusal for too many requests is made from. */
export interface RateLimitErrorFacts extends Omit<ApiErrorFacts, 'status'> {
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

/**
 * Too many requests, and waiting is over: the retries are used up, or the wait would be longer than
 * `maxRetryAfter` or pass the deadline. `attempts` is empty when the call was refused without a request, because
 * the credential is paused for longer than that.
 *
 * @example
 * if (error instanceof RateLimitError) scheduleAgain(error.retryAfter ?? 60);
 */
export class RateLimitError extends ApiError {
  declare name: 'RateLimitError';
  declare readonly status: 429; // ERR-6
  /** In how many seconds the service takes requests again, when it said so. */
  declare readonly retryAfter?: number;

  static {
    this.prototype.name = 'RateLimitError';
  }

  constructor(facts: RateLimitErrorFacts) {
    const { retryAfter } = facts;
    const advice = retryAfter === undefined ? undefined : `Requests are taken again in ${retryAfter} s.`;
    super({ ...facts, status: 429, advice: facts.advice ?? advice });
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}
