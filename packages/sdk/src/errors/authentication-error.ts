import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** What a refused credential is told by. */
export interface AuthenticationErrorFacts extends Omit<ApiErrorFacts, 'status'> {
  readonly retryAt?: number | undefined;
}

/**
 * The credential is missing, invalid or expired. The client then holds it back, so that the service doesn't lock it out:
 * until `retryAt`, calls fail at once with this error and `sent: false`.
 */
export class AuthenticationError extends ApiError {
  declare name: 'AuthenticationError';
  declare readonly status: 401;
  /**
   * End of the time in which the credential is held back, in milliseconds since 1970 by the client's clock. Absent for
   * the 401 of the service itself.
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
