import { ApiError } from './api-error.ts';

/** The service could not process the request (ERR-5); when it answers so is not specified (GAP-14). */
export class UnprocessableError extends ApiError {
  declare name: 'UnprocessableError';
  declare readonly status: 422;

  static {
    this.prototype.name = 'UnprocessableError';
  }
}
