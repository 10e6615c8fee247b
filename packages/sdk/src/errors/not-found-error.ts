import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** The project or issue doesn't exist, or belongs to another organization: the service doesn't say which. */
export class NotFoundError extends ApiError {
  declare name: 'NotFoundError';
  declare readonly status: 404; // ERR-3, AUTH-6

  static {
    this.prototype.name = 'NotFoundError';
  }

  constructor(facts: Omit<ApiErrorFacts, 'status'>) {
    super({
      ...facts,
      status: 404,
      advice: facts.advice ?? 'Or it belongs to another organization.',
    });
  }
}
