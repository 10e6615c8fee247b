import type {
  Comment,
  ConsoleLog,
  Issue,
  NetworkLog,
  Screenshot,
  TechContext,
  UserAction,
} from '@issue-tracking/model';
import { prepare } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';
import type { IssueRef } from './issue-ref.ts';
import type { Issues } from './issues.ts';

/** An issue with everything that can be read of it. */
export interface IssueContext {
  issue: Issue;
  comments: Comment[];
  consoleLogs: ConsoleLog[];
  networkLogs: NetworkLog[];
  screenshots: Screenshot[];
  techContext: TechContext;
  userActions: UserAction[];
}

/** Reads all seven parts together; the first failure aborts the others and is the whole's. */
export async function issueContext(
  core: Core,
  issues: Issues,
  { projectId, issueNumber }: IssueRef,
  options?: RequestOptions,
): Promise<IssueContext> {
  const { settings } = prepare(core, 'issues.get', { params: { projectId, issueNumber } }, options);
  const { signal } = settings;
  const others = new AbortController();
  const follow = () => others.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  const each = { ...options, signal: others.signal };
  try {
    const [issue, comments, consoleLogs, networkLogs, screenshots, techContext, userActions] = await Promise.all([
      issues.get(projectId, issueNumber, each),
      issues.comments.list(projectId, issueNumber, each),
      issues.consoleLogs(projectId, issueNumber, {}, each),
      issues.networkLogs(projectId, issueNumber, each),
      issues.screenshots(projectId, issueNumber, each),
      issues.techContext(projectId, issueNumber, each),
      issues.userActions(projectId, issueNumber, each),
    ]);
    return {
      issue,
      comments: comments.data,
      consoleLogs: consoleLogs.data,
      networkLogs: networkLogs.data,
      screenshots: screenshots.data,
      techContext,
      userActions: userActions.data,
    };
  } finally {
    signal?.removeEventListener('abort', follow);
    others.abort();
  }
}
