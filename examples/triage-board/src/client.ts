import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';

/**
 * Creates a client for a page. A waiting user should see a wait of half a minute, with a button beside it, and not a spinner. So
 * the client retries less than by default.
 */
export function boardClient(options: ClientOptions): IssueTrackingClient {
  return new IssueTrackingClient({ retry: { limit: 1, maxRetryAfter: 5_000 }, ...options });
}
