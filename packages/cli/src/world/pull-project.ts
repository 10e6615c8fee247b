import { formatVersion } from '@issue-tracking/mock/internal';
import { type EndpointName, endpoints, fillPath } from '@issue-tracking/model';
import type { JsonObject } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { readJson } from '../service/read-json.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { CopiedIssues } from './copied-issues.ts';
import { keep, keepUnread, type PulledIssue, pullIssue, requestsFor } from './pull-issue.ts';
import { numberOf, readIssueList, readProject } from './read-project.ts';
import { type CopiedIssue, type CopiedWorld, copiedKey } from './world-file.ts';

export interface PullOptions {
  readonly service: ServiceClient;
  readonly projectId: string;
  /** A timestamp. Issues that were last changed earlier are not read. */
  readonly since: string | undefined;
  /** The issues of an earlier run. */
  readonly earlier: CopiedIssues;
  /** Called before the first issue. */
  readonly onStart: (progress: PullProgress) => void;
  /** Called before each issue. */
  readonly onIssue: (progress: PullProgress) => void;
}

interface PullProgress {
  /** Number of issues to read. */
  readonly of: number;
  readonly done: number;
  /** Number of requests left at most, without retries. */
  readonly requestsLeft: number;
}

/** The copied data. */
export interface PulledProject {
  readonly world: CopiedWorld;
  readonly issues: number;
  /** Number of issues that were read, or are up to date. */
  readonly done: number;
  /** Number of lists that the service truncated. */
  readonly cut: number;
  /** Number of issues whose list item has other values than the single issue. The copy has those of the single issue. */
  readonly differing: number;
  /** Numbers of the earlier issues that the service no longer has. */
  readonly dropped: readonly number[];
  /** Numbers of the issues without current data: under `issues` all of it, otherwise the part. */
  readonly unread: Record<string, number[]>;
  /** The reason if the run ended before the last issue. */
  readonly ended: EndedEarly | undefined;
}

/**
 * Reads a project with its issues, comments and captured data. An error that ends the run while it reads issues leaves
 * the rest unread.
 *
 * @throws EndedEarly, UsageError
 */
export async function pullProject(options: PullOptions): Promise<PulledProject> {
  const { service, projectId, since, earlier, onStart, onIssue } = options;
  const project = await readProject(service, projectId);
  const items = await readIssueList(service, projectId);
  const earlierOf = (item: JsonObject) => earlier.get(numberOf(item));
  const chosen = new Set(items.filter((item) => isSince(item, since)));
  let done = 0;
  let requestsLeft = [...chosen].reduce((sum, item) => sum + requestsFor(item, earlierOf(item)), 0);
  let ended: EndedEarly | undefined;
  const progress = () => ({ of: chosen.size, done, requestsLeft });
  onStart(progress());
  const results = new Map<number, PulledIssue>();
  for (const item of items) results.set(numberOf(item), await pullNext(item));
  const issues = [...results.values()].flatMap(({ issue }) => issue ?? []);
  return { world: worldOf(project, issues), issues: issues.length, done, ...summaryOf(results, earlier), ended };

  async function pullNext(item: JsonObject): Promise<PulledIssue> {
    const copy = earlierOf(item);
    if (!chosen.has(item)) return keep(copy);
    if (ended) return keepUnread(copy);
    onIssue(progress());
    const params = { projectId, issueNumber: String(numberOf(item)) };
    const read = (name: EndpointName) => readJson(service, fillPath(endpoints[name].path, params));
    try {
      const pulled = await pullIssue(item, copy, read);
      done++;
      requestsLeft -= requestsFor(item, copy);
      return pulled;
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error;
      ended = error;
      return keepUnread(copy);
    }
  }
}

function isSince({ updatedAt }: JsonObject, since: string | undefined): boolean {
  return since === undefined || typeof updatedAt !== 'string' || Date.parse(updatedAt) >= Date.parse(since);
}

/** Sums up the results by issue number. */
function summaryOf(results: ReadonlyMap<number, PulledIssue>, earlier: CopiedIssues) {
  const unread: Record<string, number[]> = {};
  for (const [issueNumber, result] of results)
    for (const part of result.unread) unread[part] = [...(unread[part] ?? []), issueNumber];
  const all = [...results.values()];
  return {
    cut: all.reduce((sum, { cut }) => sum + cut, 0),
    differing: all.filter(({ differs }) => differs).length,
    dropped: [...earlier.keys()].filter((issueNumber) => !results.get(issueNumber)?.issue),
    unread,
  };
}

function worldOf(project: JsonObject, issues: CopiedIssue[]): CopiedWorld {
  const { organizationId, organizationSlug, organizationName, id, ...rest } = project;
  const organization = { id: String(organizationId), slug: String(organizationSlug), name: organizationName };
  const projects = [{ id: String(id), ...rest, shows: Object.keys(project), issues }];
  return {
    form: 'pulled',
    formatVersion,
    organizations: [{ ...organization, projects, apiKeys: [{ key: copiedKey }] }],
  };
}
