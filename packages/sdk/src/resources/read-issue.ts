import type { Issue } from '@issue-tracking/model';
import type { WithResponse } from '../call/api-promise.ts';
import { callForItem } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';

/** Which issue. */
export interface IssueParams {
  readonly projectId: string;
  readonly issueNumber: number;
}

/** Reads one issue, and remembers when it was last changed. */
export async function readIssue(
  core: Core,
  params: IssueParams,
  options: RequestOptions | undefined,
): Promise<WithResponse<Issue>> {
  const result = await callForItem(core, 'issues.get', { params: { ...params } }, options);
  rememberIssue(core, params.projectId, result.data);
  return result;
}

/** Of so many issues a client remembers when they were last changed. */
const mostRemembered = 10_000;

/** `updatedAt` of each issue as a client last saw it. */
const remembered = new WeakMap<Core, Map<string, string>>();

/** Remembers when an issue was last changed, for a later update whose answer is lost. */
export function rememberIssue(
  core: Core,
  projectId: string,
  { issueNumber, updatedAt }: Pick<Issue, 'issueNumber' | 'updatedAt'>,
): void {
  let issues = remembered.get(core);
  if (!issues) {
    issues = new Map();
    remembered.set(core, issues);
  }
  issues.set(keyOf({ projectId, issueNumber }), updatedAt);
  if (issues.size <= mostRemembered) return;
  // Keys come in the order in which they were added.
  for (const oldest of issues.keys()) {
    issues.delete(oldest);
    return;
  }
}

/** When an issue was last changed, as far as this client has seen. */
export function lastSeenUpdate(core: Core, params: IssueParams): string | undefined {
  return remembered.get(core)?.get(keyOf(params));
}

function keyOf({ projectId, issueNumber }: IssueParams): string {
  return `${projectId}/${issueNumber}`;
}
