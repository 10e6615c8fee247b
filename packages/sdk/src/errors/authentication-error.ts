import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** What a refused credential is told by. */
export interface AuthenticationErrorFacts extends Omit<ApiErrorFacts, 'status'> {
  readonly retryAt?: number | undefined;
}

/**
 * The credential is missing, invalid or expired. It is then held back, so that no further failure counts towards the
 * service's lockout: calls in that time fail with this error, `sent: false`, and `retryAt` says when the next is sent.
 */
export class AuthenticationError extends ApiError {
  declare name: 'AuthenticationError';
  declare readonly status: 401;
  /**
   * When the credential is held back: until when, in milliseconds since 1970 by the client's clock. Absent on the 401
   * of the service itself.
   */
  declare readonly retryAt?: number;

  static {
    this.prototype.name = 'AuthenticationError';
  }

  constructor(facts: AuthenticationErrorFacts) {
    super({
      ...facts,
      status: 401,
      advice: facts.advice ?? 'Is the credential complete, and neither revoked nor expired?',
    });
    if (facts.retryAt !== undefined) this.retryAt = facts.retryAt;
  }
}
