import { IssueTrackingError } from './issue-tracking-error.ts';

/** No response: the connection failed, or broke before the body was complete. `cause` says why. */
export class ConnectionError extends IssueTrackingError {
  declare name: 'ConnectionError';

  static {
    this.prototype.name = 'ConnectionError';
  }
}
