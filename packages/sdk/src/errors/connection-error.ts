import { IssueTrackingError } from './issue-tracking-error.ts';

/**
 * No usable response: the connection failed, broke before the body was complete, or carried a response that the platform
 * can't parse. `cause` says why.
 */
export class ConnectionError extends IssueTrackingError {
  declare name: 'ConnectionError';

  static {
    this.prototype.name = 'ConnectionError';
  }
}
