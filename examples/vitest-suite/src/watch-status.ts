import type { Clock, IssueStatus, IssueTrackingClient } from '@issue-tracking/sdk';

/** An issue whose status differs from the previous read. */
export interface StatusChange {
  issueNumber: number;
  from: IssueStatus;
  to: IssueStatus;
}

/**
 * Reads all issues periodically and yields each changed status. New issues are remembered, but not yielded. Ends when the
 * signal aborts. Throws the error of a read that fails after all retries of the client.
 *
 * @param options.everyMs Milliseconds from the end of a read to the next.
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
