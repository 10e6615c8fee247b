import { ApiError } from './api-error.ts';

/** The service could not process the request. The specification doesn't say when this happens. */
export class UnprocessableError extends ApiError {
  declare name: 'UnprocessableError';
  declare readonly status: 422; // ERR-5, GAP-14

  static {
    this.prototype.name = 'UnprocessableError';
  }
}
