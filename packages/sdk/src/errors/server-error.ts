import { ApiError } from './api-error.ts';

/**
 * The service failed, and so did the retries where the operation allowed any. After a write, see
 * `mayHaveBeenApplied`.
 */
export class ServerError extends ApiError {
  declare name: 'ServerError'; // ERR-5

  static {
    this.prototype.name = 'ServerError';
  }
}
