import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** The project or issue does not exist, or belongs to another organization: the service does not tell which (AUTH-6). */
export class NotFoundError extends ApiError {
  declare name: 'NotFoundError';
  declare readonly status: 404;

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
