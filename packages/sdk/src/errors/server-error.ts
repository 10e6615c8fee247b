import { ApiError } from './api-error.ts';

/**
 * The service failed (ERR-5), and so did the retries where the operation allowed any. After a write, see
 * `mayHaveBeenApplied`.
 */
export class ServerError extends ApiError {
  declare name: 'ServerError';

  static {
    this.prototype.name = 'ServerError';
  }
}
