import type { Issue } from '@issue-tracking/model';
import type { CallResult } from '../call/call.ts';
import { itemOf, perform } from '../call/call-endpoint.ts';
import type { PartSettings } from '../call/call-state.ts';
import type { ClientContext } from '../call/client-context.ts';
import { requestFor } from '../validation/request.ts';

/** Path parameters of an issue. */
export type IssueParams = Readonly<{ projectId: string; issueNumber: number }>;

/** Reads one issue, and remembers its state for the next update. The parameters and settings were checked before. */
export async function readIssue(
  client: ClientContext,
  params: IssueParams,
  settings: PartSettings,
  request = requestFor('issues.get', { params }),
): Promise<CallResult<Issue>> {
  const { projectId, issueNumber } = params;
  const read = await itemOf(perform(client, { name: 'issues.get', request, settings }, { issueNumber }));
  client.lastSeen.add(projectId, [read.data]);
  return read;
}
