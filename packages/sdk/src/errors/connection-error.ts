import { IssueTrackingError } from './issue-tracking-error.ts';

/** No answer came: the connection failed, or broke before the body was complete. `cause` says how. */
export class ConnectionError extends IssueTrackingError {
  declare name: 'ConnectionError';

  static {
    this.prototype.name = 'ConnectionError';
  }
}
