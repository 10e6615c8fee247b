import type { IssueListItem, IssueTrackingClient } from '@issue-tracking/sdk';

/** Where the copy is kept: a table and a row in a database, or two files. */
export interface LocalCopy {
  put(issues: readonly IssueListItem[]): Promise<void>;
  /** How many issues it has. */
  size(): Promise<number>;
  /** The page to go on with, or undefined when no round is under way. */
  readCheckpoint(): Promise<number | undefined>;
  writeCheckpoint(page: number | undefined): Promise<void>;
}

/**
 * Copies a project's issues page by page. After a crash, the next run continues one page before the checkpoint, because new
 * issues move others towards the end meanwhile. A service may also change the order of issues with equal times, so a run that
 * started later than the first page compares the final count.
 */
export async function syncIssues(client: IssueTrackingClient, projectId: string, copy: LocalCopy): Promise<void> {
  const checkpoint = await copy.readCheckpoint();
  const first = Math.max(1, (checkpoint ?? 1) - 1);
  let total = 0;
  for await (const page of client.issues.list(projectId, { page: first, limit: 100 }).pages()) {
    await copy.put(page.data);
    // Only now: a page that was not kept is read again.
    await copy.writeCheckpoint(page.page + 1);
    total = page.total;
  }
  await copy.writeCheckpoint(undefined);
  if (first > 1 && (await copy.size()) < total) await syncIssues(client, projectId, copy);
}
