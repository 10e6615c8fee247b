import { ApiError, type ApiErrorFacts } from './api-error.ts';

/**
 * The credential is missing, invalid or expired. It is then held back, so that no further failure counts towards the
 * service's lockout: calls in that time fail with this error, unsent, and the message says until when. That is 15
 * minutes, or 4 when the credential had worked and this was the only failure.
 */
export class AuthenticationError extends ApiError {
  declare name: 'AuthenticationError';
  declare readonly status: 401;

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
