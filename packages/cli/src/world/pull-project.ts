import { formatVersion } from '@issue-tracking/mock/internal';
import { unknownProject } from '../checks/issue-list.ts';
import { UsageError } from '../context.ts';
import {
  dataOf,
  entriesOf,
  envelopeMember,
  isJsonObject,
  isSame,
  itemOf,
  type JsonObject,
  mapStrings,
} from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { requestsPerMinute, type ServiceClient } from '../service/service-client.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type CopiedIssue, type CopiedWorld, copiedKey } from './world-file.ts';

export interface PullOptions {
  readonly service: ServiceClient;
  readonly checkpoint: Checkpoint;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  readonly projectId: string;
  /** A timestamp. Issues that were last changed earlier are omitted. */
  readonly since: string | undefined;
  /** Reports progress, with an estimate of the remaining minutes. */
  readonly onProgress: (done: number, of: number, minutes: number) => void;
}

/** The copied data. */
export interface PulledProject {
  readonly world: CopiedWorld;
  readonly issues: number;
  /** Number of lists that the service truncated. */
  readonly cut: number;
  /** Number of issues whose list item has other values than the single issue. The copy has those of the single issue. */
  readonly differing: number;
}

const projectsPath = '/api/v1/projects';
const lists = {
  comments: 'comments',
  consoleLogs: 'console-logs',
  networkLogs: 'network-logs',
  screenshots: 'screenshots',
  userActions: 'user-actions',
} as const;
const segments = ['', ...Object.values(lists).map((segment) => `/${segment}`), '/tech-context'];

/** Reads a project with its issues, comments and captured data. @throws EndedEarly, UsageError */
export async function pullProject(options: PullOptions): Promise<PulledProject> {
  const { service, checkpoint, now, projectId, since, onProgress } = options;
  let cut = 0;
  let differing = 0;
  const project = await findProject();
  const base = `${projectsPath}/${encodeURIComponent(projectId)}/issues`;
  const chosen = (await readItems()).filter((item) => isSince(item, since));
  const issues: CopiedIssue[] = [];
  for (const [at, item] of chosen.entries()) {
    const issue = await pullIssue(item, () => reportProgress(at));
    if (issue) issues.push(issue);
  }
  return { world: worldOf(project, issues), issues: issues.length, cut, differing };

  function reportProgress(at: number): void {
    const paths = chosen.slice(at).flatMap(({ issueNumber }) => segments.map((end) => `${base}/${issueNumber}${end}`));
    const left = paths.filter((path) => !checkpoint.has(path)).length;
    onProgress(at, chosen.length, Math.ceil(left / requestsPerMinute));
  }

  async function findProject(): Promise<JsonObject> {
    const found = entriesOf(await fetchJson(projectsPath));
    const one = found.find(({ id }) => id === projectId);
    if (!one)
      throw new UsageError(
        unknownProject(
          projectId,
          found.map(({ id }) => String(id)),
        ),
      );
    return one;
  }

  /** Returns the response to a path, from the checkpoint or the service; `null` after a 404. */
  async function fetchJson(path: string): Promise<{ json: unknown }> {
    if (!checkpoint.has(path)) {
      const exchange = await service.read({ path });
      const { status, text, json } = exchange;
      const isGone = status === 404 && path !== projectsPath && !path.includes('?');
      const what = `GET ${path} returned ${status}`;
      if (status === 403)
        throw new UsageError(`${what}: the credential lacks a scope: projects:read and issues:read are needed`);
      if (status !== 200 && !isGone)
        throw new EndedEarly(`${what} ${service.redact(text.slice(0, 1000)).slice(0, 100)}`);
      if (status === 200 && !isJsonObject(json)) throw new EndedEarly(`${what}, expected a JSON object`);
      checkpoint.add(path, isGone ? null : mapStrings(json, service.hideCredential), now());
    }
    return { json: checkpoint.get(path) };
  }

  /** Reads all pages of the list. Maps by number, because an issue that moves between pages occurs twice. */
  async function readItems(): Promise<JsonObject[]> {
    const found = new Map<number, JsonObject>();
    for (let page = 1, last = 1; page <= last; page++) {
      const exchange = await fetchJson(`${base}?limit=100&page=${page}`);
      const before = found.size;
      for (const item of entriesOf(exchange))
        if (Number.isSafeInteger(item['issueNumber'])) found.set(Number(item['issueNumber']), item);
      // A page without new issues is the last, even if `totalPages` is larger.
      if (found.size > before) last = Math.max(1, Number(envelopeMember(exchange, 'totalPages')) || 1);
      else break;
    }
    return [...found.values()].sort((a, b) => Number(a['issueNumber']) - Number(b['issueNumber']));
  }

  async function pullIssue(item: JsonObject, onRequest: () => void): Promise<CopiedIssue | undefined> {
    const issueNumber = Number(item['issueNumber']);
    const path = `${base}/${issueNumber}`;
    const fetchPart = async (end: string) => {
      onRequest();
      return fetchJson(path + end);
    };
    const detail = await fetchPart('');
    if (detail.json === null) return undefined;
    const captured: Record<string, object[]> = {};
    for (const [member, segment] of Object.entries(lists)) {
      const list = await fetchPart(`/${segment}`);
      captured[member] = entriesOf(list);
      if (Number(envelopeMember(list, 'total')) > entriesOf(list).length) cut++;
    }
    const techContext = dataOf(await fetchPart('/tech-context'));
    const own = itemOf(detail);
    if (Object.keys(item).some((name) => name in own && !isSame(item[name], own[name]))) differing++;
    return {
      ...item,
      ...own,
      ...captured,
      issueNumber,
      techContext: isJsonObject(techContext) ? techContext : null,
      shows: { list: Object.keys(item), detail: Object.keys(own) },
    } as unknown as CopiedIssue;
  }
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
