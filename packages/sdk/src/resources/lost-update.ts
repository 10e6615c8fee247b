import type { Issue, UpdatedIssue } from '@issue-tracking/model';
import { callForItem, type WithResponse } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { BeforeRepeat } from '../call/perform-call.ts';
import type { RequestOptions } from '../call/settings.ts';

/** In milliseconds: the clocks of the service's machines may differ by so much, and its `Date` counts whole seconds. */
const clockMarginMs = 2_000;

/**
 * What to do about an update whose answer was lost. Sent again blindly, it would overwrite what a person has set
 * meanwhile. So the issue is read, and the update is sent again only when nobody can have changed it since the first
 * sending: neither someone else nor this update itself.
 */
export function beforeRepeatingUpdate(core: Core, params: IssueParams): BeforeRepeat {
  const seenBefore = lastSeenUpdate(core, params);
  return async (call) => {
    const { signal, settings, clock, firstSentAt = clock.now() } = call;
    const { timeout, retry, headers } = settings;
    const read = await readIssue(core, params, { signal, timeout, retry: { ...retry }, headers }).catch(
      () => undefined,
    );
    signal?.throwIfAborted();
    if (read?.data.issueNumber !== Number(params.issueNumber)) return 'report';

    const { data: issue, response } = read;
    const asked: Partial<UpdatedIssue> = JSON.parse(call.request.body ?? '{}');
    const { issueNumber, status, priority, updatedAt } = issue;
    if ((asked.status ?? status) === status && (asked.priority ?? priority) === priority) {
      // What the update itself would have answered.
      const text = JSON.stringify({ data: { issueNumber, status, priority, updatedAt } });
      return { kind: 'answer', ok: true, status: response.status, headers: response.headers, text };
    }

    if (updatedAt === seenBefore) return 'repeat';
    // By the service's own clock, so that ours may be wrong. Without a readable `Date` nothing is smaller than `NaN`.
    const readAt = Date.parse(response.headers.get('date') ?? '');
    const sentAt = readAt - (clock.now() - firstSentAt);
    return Date.parse(updatedAt) < sentAt - clockMarginMs ? 'repeat' : 'report';
  };
}

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
function lastSeenUpdate(core: Core, { projectId, issueNumber }: IssueParams): string | undefined {
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
