import { IssueTrackingError } from './issue-tracking-error.ts';

/** The `accessToken` function failed, or returned no usable token. Nothing was sent. */
export class CredentialError extends IssueTrackingError {
  declare name: 'CredentialError';

  static {
    this.prototype.name = 'CredentialError';
  }
}
