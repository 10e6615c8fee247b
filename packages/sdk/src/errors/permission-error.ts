import { ApiError } from './api-error.ts';

/** The credential lacks the scope of the endpoint, or may not set that status. */
export class PermissionError extends ApiError {
  declare name: 'PermissionError';
  declare readonly status: 403; // AUTH-4, STA-5, STA-6

  static {
    this.prototype.name = 'PermissionError';
  }
}
