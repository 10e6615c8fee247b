import { IssueTrackingError } from './issue-tracking-error.ts';

/**
 * The rate-limit store could not be reached, and `onStoreError` is `'fail'`. Nothing was sent. `cause` is the store's
 * error.
 */
export class RateLimitStoreError extends IssueTrackingError {
  declare name: 'RateLimitStoreError';

  static {
    this.prototype.name = 'RateLimitStoreError';
  }
}
