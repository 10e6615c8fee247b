import {
  type IssueContext,
  type IssuePriority,
  type IssueTrackingClient,
  isIssueTrackingError,
} from '@issue-tracking/sdk';

/** The bot's assessment of an issue. */
interface Verdict {
  priority: IssuePriority;
  /** One line, for people. */
  reason: string;
}

/** The result of a round. */
export interface TriageReport {
  judged: { issueNumber: number; priority: IssuePriority }[];
  failed: { issueNumber: number; reason: string }[];
}

/** How every comment of the bot begins: it knows by it what it has judged before. */
const signature = 'Triage:';

/** Judges an issue by what was captured with it: a broken service before a broken page, a broken page before the rest. */
function judge({ networkLogs, consoleLogs }: IssueContext): Verdict {
  const broken = networkLogs.find(({ status }) => status === 0 || status >= 500);
  if (broken) return { priority: 'critical', reason: `${broken.method} ${broken.url} returned ${broken.status}` };
  const error = consoleLogs.find(({ level }) => level === 'error');
  if (error) return { priority: 'high', reason: error.message };
  return { priority: 'low', reason: 'nothing failed while it was captured' };
}

/**
 * Sets a priority for each open issue that the bot has not judged yet, comments the reason and moves the issue to
 * `in_progress`. It may be stopped and run again at any time: the comment marks an issue as judged, so none is judged twice.
 */
export async function triage(
  client: IssueTrackingClient,
  projectId: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<TriageReport> {
  const options = signal ? { signal } : {};
  const report: TriageReport = { judged: [], failed: [] };
  for await (const { issueNumber } of client.issues.list(projectId, { status: 'open' }, options)) {
    try {
      const context = await client.issues.context(projectId, issueNumber, options);
      const { priority, reason } = judge(context);
      const isJudged = context.comments.some(({ content }) => content.startsWith(signature));
      if (!isJudged) {
        const content = `${signature} ${priority}, because ${reason}`;
        await client.issues.comments.create(
          projectId,
          issueNumber,
          { content },
          { onLostResponse: 'check', ...options },
        );
      }
      await client.issues.update(projectId, issueNumber, { status: 'in_progress', priority }, options);
      report.judged.push({ issueNumber, priority });
    } catch (error) {
      if (signal?.aborted || !isIssueTrackingError(error)) throw error;
      report.failed.push({ issueNumber, reason: error.message });
    }
  }
  return report;
}
