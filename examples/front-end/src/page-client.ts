import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';

/**
 * Creates a client for a page. A waiting user prefers an error with a button after one retry to a long spinner. The defaults,
 * four retries and waits of up to two minutes, are for jobs.
 */
export function pageClient(options: ClientOptions): IssueTrackingClient {
  return new IssueTrackingClient({ retry: { limit: 1, maxRetryAfter: 5_000 }, ...options });
}
