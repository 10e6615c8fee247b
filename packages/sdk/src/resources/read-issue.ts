import type { Issue } from '@issue-tracking/model';
import { callForItem, type WithResponse } from '../call/call-endpoint.ts';
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
  rememberIssues(core, params.projectId, [result.data]);
  return result;
}

/** For so many projects, and so many issues of each, a client remembers when they were last changed. */
const mostProjects = 100;
const mostIssues = 1_000;

/** `updatedAt` of each issue as a client last saw it, by project and number. */
const remembered = new WeakMap<Core, Map<string, Map<number, string>>>();

/** Remembers when issues were last changed, for a later update whose answer is lost. */
export function rememberIssues(
  core: Core,
  projectId: string,
  seen: readonly Pick<Issue, 'issueNumber' | 'updatedAt'>[],
): void {
  const projects = remembered.get(core) ?? new Map<string, Map<number, string>>();
  remembered.set(core, projects);
  const issues = projects.get(projectId) ?? new Map<number, string>();
  forgetOldest(projects.set(projectId, issues), mostProjects);
  for (const { issueNumber, updatedAt } of seen) issues.set(issueNumber, updatedAt);
  forgetOldest(issues, mostIssues);
}

/** When an issue was last changed, as far as this client has seen. */
export function lastSeenUpdate(core: Core, { projectId, issueNumber }: IssueParams): string | undefined {
  return remembered.get(core)?.get(projectId)?.get(Number(issueNumber));
}

/** A map's keys come in the order in which they were added. */
function forgetOldest<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    if (map.size <= most) return;
  }
}
