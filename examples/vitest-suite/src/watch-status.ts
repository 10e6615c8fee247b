import type { Clock, IssueStatus, IssueTrackingClient } from '@issue-tracking/sdk';

/** An issue that has another status than when it was last seen. */
export interface StatusChange {
  issueNumber: number;
  from: IssueStatus;
  to: IssueStatus;
}

/**
 * Looks every so often, and tells what has changed since. Issues that are new are remembered, not told. Ends when the
 * signal aborts; a look that fails after all of the client's retries ends it with that error.
 *
 * @param options.everyMs Milliseconds from the end of a look to the next.
 */
export async function* watchStatus(
  client: IssueTrackingClient,
  projectId: string,
  { everyMs, clock, signal }: { everyMs: number; clock: Clock; signal: AbortSignal },
): AsyncGenerator<StatusChange, void> {
  const known = new Map<number, IssueStatus>();
  try {
    while (true) {
      for await (const { issueNumber, status: to } of client.issues.list(projectId, {}, { signal })) {
        const from = known.get(issueNumber);
        known.set(issueNumber, to);
        if (from !== undefined && from !== to) yield { issueNumber, from, to };
      }
      await clock.sleep(everyMs, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
