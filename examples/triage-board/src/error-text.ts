import {
  AuthenticationError,
  ConnectionError,
  isIssueTrackingError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '@issue-tracking/sdk';

/**
 * Returns a text about an error for users: its meaning, and what to do.
 *
 * @param secondsLeft The remaining wait of a countdown. By default the wait when the error occurred.
 */
export function errorText(error: unknown, secondsLeft?: number): string {
  if (error instanceof PermissionError) return `The service rejected this: ${error.error}.`;
  if (error instanceof AuthenticationError) return 'The service does not accept your key. Sign in again.';
  if (error instanceof RateLimitError)
    return `The service is busy. ${whenToRetry(secondsLeft ?? secondsToWait(error))}`;
  if (error instanceof ServerError) return `The service failed (${error.status}). Your data is safe; try again.`;
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return 'The service cannot be reached. Check your connection and try again.';
  }
  return isIssueTrackingError(error) ? error.message : 'Something went wrong on this page. Reload it.';
}

/** Whether the same request may succeed later. A request without permission fails again. */
export function isWorthRetrying(error: unknown): boolean {
  return (
    error instanceof RateLimitError ||
    error instanceof ServerError ||
    error instanceof ConnectionError ||
    error instanceof TimeoutError
  );
}

/** Returns the seconds until the service accepts requests again; `undefined` without `Retry-After`. */
export function secondsToWait({ retryAfterMs }: RateLimitError): number | undefined {
  return retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
}

function whenToRetry(seconds: number | undefined): string {
  if (seconds === undefined) return 'Try again in a minute.';
  return seconds > 0 ? `It takes requests again in ${seconds} s.` : 'It takes requests again now.';
}
