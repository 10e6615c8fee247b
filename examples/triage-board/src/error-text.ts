import {
  AuthenticationError,
  ConnectionError,
  isIssueTrackingError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '@issue-tracking/sdk';

/** What went wrong, for a person who can't read a stack: what it means and what to do. */
export function errorText(error: unknown): string {
  if (error instanceof PermissionError) return `The service refused: ${error.error}.`;
  if (error instanceof AuthenticationError) return 'The service does not accept your key. Sign in again.';
  if (error instanceof RateLimitError) return `The service is busy. ${whenToRetry(error.retryAfter)}`;
  if (error instanceof ServerError) return `The service failed (${error.status}). Your data is safe; try again.`;
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return 'The service cannot be reached. Check your connection and try again.';
  }
  return isIssueTrackingError(error) ? error.message : 'Something went wrong on this page. Reload it.';
}

function whenToRetry(seconds: number | undefined): string {
  return seconds === undefined ? 'Try again in a minute.' : `It takes requests again in ${seconds} s.`;
}
