import { ApiError, type ApiErrorFacts } from './api-error.ts';

/**
 * The credential is missing, invalid or expired. It is then held back for 15 minutes, so that no further
 * failure counts towards the service's lockout: calls in that time fail with this error, unsent.
 */
export class AuthenticationError extends ApiError {
  declare name: 'AuthenticationError';
  declare readonly status: 401; // AUTH-3, AUTH-7

  static {
    this.prototype.name = 'AuthenticationError';
  }

  constructor(facts: Omit<ApiErrorFacts, 'status'>) {
    super({
      ...facts,
      status: 401,
      advice: facts.advice ?? 'Is the credential complete, and neither revoked nor expired?',
    });
  }
}
