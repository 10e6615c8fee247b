import { IssueTrackingError } from './issue-tracking-error.ts';

/**
 * The rate-limit store could not be asked, and `onStoreError` is `'fail'`: nothing was sent. `cause` says what the
 * store said.
 */
export class RateLimitStoreError extends IssueTrackingError {
  declare name: 'RateLimitStoreError';

  static {
    this.prototype.name = 'RateLimitStoreError';
  }
}
