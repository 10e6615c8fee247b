import type { ErrorDetail, Issue } from '@issue-tracking/model';
import { callForItem, type WithResponse } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';
import { type IssueParams, seenIssues } from './seen-issues.ts';

/** Reads one issue. */
export function readIssue(
  core: Core,
  params: IssueParams,
  options: RequestOptions | undefined,
): Promise<WithResponse<Issue>> {
  return callForItem(core, 'issues.get', { params: { ...params } }, options, {
    check: ({ data }) => otherIssue(data, params, 'asked for'),
    learn: ({ data }) => seenIssues(core).add(params.projectId, [data]),
  });
}

/** What is wrong with a response about another issue than was meant: a cache or proxy may mix them up. */
export function otherIssue(
  { issueNumber }: Pick<Issue, 'issueNumber'>,
  { issueNumber: meant }: IssueParams,
  done: string,
): ErrorDetail | undefined {
  if (issueNumber === Number(meant)) return undefined;
  return { field: 'data.issueNumber', message: `must be ${meant}, the issue that was ${done}` };
}
