import { type IssueTrackingClient, isIssueTrackingError } from '@issue-tracking/sdk';
import { type Commit, fixedIssues } from './fixed-issues.ts';

/** The results for the issues that a deployment's commits name. */
export interface MarkFixedReport {
  /** Issues that now wait for verification. */
  submitted: number[];
  /** Verified or closed before. */
  done: number[];
  failed: { issueNumber: number; reason: string }[];
}

/**
 * Tells the people who reported issues that a deployment fixes them. The last step of a deployment: an issue that
 * can't be updated is reported and stops nothing.
 */
export async function markFixed(
  client: IssueTrackingClient,
  projectId: string,
  commits: readonly Commit[],
): Promise<MarkFixedReport> {
  const report: MarkFixedReport = { submitted: [], done: [], failed: [] };
  for (const [issueNumber, { sha }] of fixedIssues(commits)) {
    try {
      const { status } = await client.issues.get(projectId, issueNumber);
      if (status === 'verified' || status === 'closed') {
        report.done.push(issueNumber);
        continue;
      }
      await client.issues.update(projectId, issueNumber, { status: 'fix_submitted' });
      const content = `Fixed in ${sha.slice(0, 7)}, now live. Please verify.`;
      // A job that runs again after a lost response must not add a second comment.
      await client.issues.comments.create(projectId, issueNumber, { content }, { onLostResponse: 'check' });
      report.submitted.push(issueNumber);
    } catch (error) {
      if (!isIssueTrackingError(error)) throw error;
      report.failed.push({ issueNumber, reason: error.message });
    }
  }
  return report;
}
