import { formatVersion } from '@issue-tracking/mock/internal';
import { type EndpointName, endpoints, fillPath, limits } from '@issue-tracking/model';
import { unknownProject } from '../compare/read-service-data.ts';
import { UsageError } from '../context.ts';
import { entriesOf, envelopeMember, type JsonObject } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { readJson } from '../service/read-json.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { CopiedIssues } from './copied-issues.ts';
import { keep, type PulledIssue, pullIssue, requestsFor } from './pull-issue.ts';
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

const { path: projectsPath } = endpoints['projects.list'];
const { path: issuesPath } = endpoints['issues.list'];

/**
 * Reads a project with its issues, comments and captured data. An error that ends the run while it reads issues leaves
 * the rest unread.
 *
 * @throws EndedEarly, UsageError
 */
export async function pullProject(options: PullOptions): Promise<PulledProject> {
  const { service, projectId, since, earlier, onStart, onIssue } = options;
  const project = await findProject(service, projectId);
  const items = await readItems(service, projectId);
  const chosen = items.filter((item) => isSince(item, since));
  let requestsLeft = chosen.reduce((sum, item) => sum + requestsFor(item, earlier.get(numberOf(item))), 0);
  const totals = { done: 0, cut: 0, differing: 0 };
  const unread: Record<string, number[]> = {};
  const issues: CopiedIssue[] = [];
  let ended: EndedEarly | undefined;
  onStart({ of: chosen.length, done: 0, requestsLeft });
  for (const item of items) {
    const issueNumber = numberOf(item);
    const known = earlier.get(issueNumber);
    const { issue, ...one } = isSince(item, since) ? await pullNext(item, known) : keep(known);
    if (issue) issues.push(issue);
    for (const part of one.unread) unread[part] = [...(unread[part] ?? []), issueNumber];
    totals.cut += one.cut;
    if (one.differs) totals.differing++;
  }
  const copied = new Set(issues.map(({ issueNumber }) => issueNumber));
  const dropped = [...earlier.keys()].filter((issueNumber) => !copied.has(issueNumber));
  return { world: worldOf(project, issues), issues: issues.length, ...totals, dropped, unread, ended };

  async function pullNext(item: JsonObject, known: CopiedIssue | undefined): Promise<PulledIssue> {
    if (ended) return keep(known, ['issues']);
    onIssue({ of: chosen.length, done: totals.done, requestsLeft });
    const path = (name: EndpointName) =>
      fillPath(endpoints[name].path, { projectId, issueNumber: String(numberOf(item)) });
    try {
      const pulled = await pullIssue(item, known, (name) => readJson(service, path(name)));
      totals.done++;
      requestsLeft -= requestsFor(item, known);
      return pulled;
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error;
      ended = error;
      return keep(known, ['issues']);
    }
  }
}

async function findProject(service: ServiceClient, projectId: string): Promise<JsonObject> {
  const found = entriesOf(await readJson(service, projectsPath));
  const ids = found.map(({ id }) => String(id));
  const one = found.find(({ id }) => id === projectId);
  if (!one) throw new UsageError(unknownProject(projectId, ids));
  return one;
}

/** Reads all pages of the list. Maps by number, because an issue that moves between pages occurs twice. */
async function readItems(service: ServiceClient, projectId: string): Promise<JsonObject[]> {
  const listPath = fillPath(issuesPath, { projectId });
  const found = new Map<number, JsonObject>();
  for (let page = 1, last = 1; page <= last; page++) {
    const success = await readJson(service, `${listPath}?limit=${limits.maxPageSize}&page=${page}`);
    const before = found.size;
    for (const item of entriesOf(success))
      if (Number.isSafeInteger(item['issueNumber'])) found.set(numberOf(item), item);
    // A page without new issues is the last, even if `totalPages` is larger.
    if (found.size > before) last = Math.max(1, Number(envelopeMember(success, 'totalPages')) || 1);
    else break;
  }
  return [...found.values()].sort((a, b) => numberOf(a) - numberOf(b));
}

function numberOf({ issueNumber }: JsonObject): number {
  return Number(issueNumber);
}

function isSince({ updatedAt }: JsonObject, since: string | undefined): boolean {
  return since === undefined || typeof updatedAt !== 'string' || Date.parse(updatedAt) >= Date.parse(since);
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
