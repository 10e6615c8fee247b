import { IssueTrackingError } from './issue-tracking-error.ts';

/** The `accessToken` function failed, or gave something that is not a usable token. Nothing was sent. */
export class CredentialError extends IssueTrackingError {
  declare name: 'CredentialError';

  static {
    this.prototype.name = 'CredentialError';
  }
}
