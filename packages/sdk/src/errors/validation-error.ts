import { ApiError } from './api-error.ts';

/** The service refused the input. `details` names each wrong member and what would be right. */
export class ValidationError extends ApiError {
  declare name: 'ValidationError';
  declare readonly status: 400; // ERR-2, ERR-4

  static {
    this.prototype.name = 'ValidationError';
  }
}
