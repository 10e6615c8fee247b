import {
  AuthenticationError,
  ConnectionError,
  type IssuePriority,
  type IssueStatus,
  isIssueTrackingError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '@issue-tracking/sdk';
import type { CSSProperties } from 'react';

/** The colour of a status, as an angle of `oklch`. */
export const statusHues: Record<IssueStatus, number> = {
  open: 262,
  in_progress: 70,
  blocked: 27,
  fix_submitted: 295,
  verified: 155,
  closed: 230,
};

/** Returns the style of an element with a hue of its own. */
export const withHue = (angle: number) => ({ '--angle': angle }) as CSSProperties;

export const statusNames: Record<IssueStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  blocked: 'Blocked',
  fix_submitted: 'Fix submitted',
  verified: 'Verified',
  closed: 'Closed',
};

export const priorityNames: Record<IssuePriority, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The most urgent first. */
export const priorities = Object.keys(priorityNames) as IssuePriority[];

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });

/** `1 Apr 2026`. */
export const dayText = (timestamp: string) => day.format(new Date(timestamp));
/** `09:30:00`. */
export const timeText = (timestamp: string) => time.format(new Date(timestamp));

/**
 * Returns a text about an error for users: its meaning, and what to do.
 *
 * @param secondsLeft The remaining wait of a countdown. By default the wait when the error occurred.
 */
export function errorText(error: unknown, secondsLeft = secondsToWait(error)): string {
  if (error instanceof PermissionError) return `The service rejected this: ${error.error}.`;
  if (error instanceof AuthenticationError) return 'The service does not accept your key. Sign in again.';
  if (error instanceof RateLimitError) return `The service is busy. ${whenToRetry(secondsLeft)}`;
  if (error instanceof ServerError) return `The service failed (${error.status}). Your data is safe; try again.`;
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return 'The service cannot be reached. Check your connection and try again.';
  }
  return isIssueTrackingError(error) ? error.message : 'Something went wrong on this page. Reload it.';
}

/** Whether the same request may succeed later. A request without permission fails again. */
export function isWorthRetrying(error: unknown): boolean {
  return [RateLimitError, ServerError, ConnectionError, TimeoutError].some((kind) => error instanceof kind);
}

/** Returns the seconds until the service accepts requests again; `undefined` without `Retry-After`. */
export function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof RateLimitError) || error.retryAfterMs === undefined) return undefined;
  return Math.ceil(error.retryAfterMs / 1000);
}

function whenToRetry(seconds: number | undefined): string {
  if (seconds === undefined) return 'Try again in a minute.';
  return seconds > 0 ? `It takes requests again in ${seconds} s.` : 'It takes requests again now.';
}
