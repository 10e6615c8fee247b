import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';

/**
 * A client for a page. Somebody is looking: after one more attempt an error with a button says more than a spinner.
 * The defaults, four more attempts and waits of up to two minutes, are for jobs.
 */
export function pageClient(options: ClientOptions): IssueTrackingClient {
  return new IssueTrackingClient({ retry: { limit: 1, maxRetryAfter: 5_000 }, ...options });
}
