import { ApiError } from './api-error.ts';

/**
 * The service failed with a 5xx, and so did all retries that were safe. After a write, see `mayHaveBeenApplied`.
 */
export class ServerError extends ApiError {
  declare name: 'ServerError'; // ERR-5

  static {
    this.prototype.name = 'ServerError';
  }
}
