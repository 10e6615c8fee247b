import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';

/**
 * The client as a page wants it. Somebody is looking: a wait of half a minute belongs on the screen with a button
 * beside it, not in a spinner, so the client gives up sooner than its defaults.
 */
export function boardClient(options: ClientOptions): IssueTrackingClient {
  return new IssueTrackingClient({ retry: { limit: 1, maxRetryAfter: 5_000 }, ...options });
}
