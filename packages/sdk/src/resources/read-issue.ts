import type { Issue } from '@issue-tracking/model';
import { type CallResult, itemOf, perform } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { CallSettings } from '../call/settings.ts';
import { requestFor } from '../validation/request.ts';

/** Path parameters of an issue. */
export type IssueParams = Readonly<{ projectId: string; issueNumber: number }>;

/** Reads one issue, and remembers its state for the next update. The parameters and settings were checked before. */
export async function readIssue(
  core: Core,
  params: IssueParams,
  settings: CallSettings,
  request = requestFor('issues.get', { params }),
): Promise<CallResult<Issue>> {
  const { projectId, issueNumber } = params;
  const read = await itemOf(perform(core, { name: 'issues.get', request, settings }, { issueNumber }));
  core.seenIssues.add(projectId, [read.data]);
  return read;
}
