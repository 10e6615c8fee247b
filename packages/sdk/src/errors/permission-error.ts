import { ApiError } from './api-error.ts';

/** The credential lacks the scope the operation needs (AUTH-4), or may not set that status (STA-5, STA-6). */
export class PermissionError extends ApiError {
  declare name: 'PermissionError';
  declare readonly status: 403;

  static {
    this.prototype.name = 'PermissionError';
  }
}
