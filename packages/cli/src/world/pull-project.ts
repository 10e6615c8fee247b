import type { PulledIssue, PulledWorld } from '@issue-tracking/mock';
import { besideData, dataOf, entriesOf, isMembers, itemOf, type Members } from '../findings/json.ts';
import { requestsAMinute, type Service, Stopped } from '../service/service.ts';
import type { Journal } from './journal.ts';

export interface PullOptions {
  readonly service: Service;
  readonly journal: Journal;
  /** The date, in milliseconds since 1970. */
  readonly now: () => number;
  readonly projectId: string;
  /** Issues changed before are left out; a timestamp. */
  readonly since: string | undefined;
  /** Told how far it is, and about how many minutes the rest takes. */
  readonly onProgress: (done: number, of: number, minutes: number) => void;
}

/** What was copied. */
export interface Pulled {
  readonly world: PulledWorld;
  readonly issues: number;
  /** Lists of which the service gave only a part. */
  readonly cut: number;
}

const lists = {
  comments: 'comments',
  consoleLogs: 'console-logs',
  networkLogs: 'network-logs',
  screenshots: 'screenshots',
  userActions: 'user-actions',
} as const;
/** The issue itself, its lists, and the technical context. */
const requestsAnIssue = 2 + Object.keys(lists).length;
/** The key of the copy: the service's own must not be in a file. */
export const pulledKey = 'svc_mock';

/** Reads a project, its issues and all that belongs to them. @throws Stopped */
export async function pullProject({
  service,
  journal,
  now,
  projectId,
  since,
  onProgress,
}: PullOptions): Promise<Pulled> {
  let cut = 0;
  const projects = entriesOf(await answer('/api/v1/projects'));
  const project = projects.find(({ id }) => id === projectId);
  if (!project)
    throw new Stopped(
      `There is no project ${projectId}: the key sees ${projects.map(({ id }) => id).join(', ') || 'none'}`,
    );
  const base = `/api/v1/projects/${encodeURIComponent(projectId)}/issues`;
  const items = await pages();
  const chosen = items.filter(
    ({ updatedAt }) =>
      since === undefined || typeof updatedAt !== 'string' || Date.parse(updatedAt) >= Date.parse(since),
  );
  const issues: PulledIssue[] = [];
  for (const [at, item] of chosen.entries()) {
    const left = chosen
      .slice(at)
      .reduce(
        (sum, { issueNumber }) => sum + (journal.has(`${base}/${issueNumber}/tech-context`) ? 0 : requestsAnIssue),
        0,
      );
    onProgress(at, chosen.length, Math.ceil(left / requestsAMinute));
    const issue = await pullIssue(item);
    if (issue) issues.push(issue);
  }
  return { world: worldOf(project, issues), issues: issues.length, cut };

  /** What was answered to this path, now or in the run before. `undefined` when there is no such thing. */
  async function answer(path: string): Promise<{ json: unknown }> {
    if (!journal.has(path)) {
      const exchange = await service.read({ path });
      const isGone = exchange.status === 404 && path !== '/api/v1/projects' && !path.includes('?');
      if (exchange.status !== 200 && !isGone)
        throw new Stopped(`GET ${path} was answered ${exchange.status} ${exchange.text.slice(0, 100)}`);
      if (exchange.status === 200 && !isMembers(exchange.json))
        throw new Stopped(`GET ${path} was answered with no JSON object`);
      journal.add(path, isGone ? null : exchange.json, now());
    }
    return { json: journal.get(path) };
  }

  /** Every page of the list, by number: an issue that moves to another page meanwhile comes twice. */
  async function pages(): Promise<Members[]> {
    const found = new Map<number, Members>();
    for (let page = 1, last = 1; page <= last; page++) {
      const exchange = await answer(`${base}?limit=100&page=${page}`);
      last = Math.max(1, Number(besideData(exchange, 'totalPages')) || 1);
      for (const item of entriesOf(exchange))
        if (Number.isSafeInteger(item['issueNumber'])) found.set(Number(item['issueNumber']), item);
    }
    return [...found.values()].sort((a, b) => Number(a['issueNumber']) - Number(b['issueNumber']));
  }

  async function pullIssue(item: Members): Promise<PulledIssue | undefined> {
    const issueNumber = Number(item['issueNumber']);
    const path = `${base}/${issueNumber}`;
    const detail = await answer(path);
    if (detail.json === null) return undefined;
    const captured: Record<string, object[]> = {};
    for (const [member, segment] of Object.entries(lists)) {
      const list = await answer(`${path}/${segment}`);
      captured[member] = entriesOf(list);
      if (Number(besideData(list, 'total')) > entriesOf(list).length) cut++;
    }
    const techContext = dataOf(await answer(`${path}/tech-context`));
    return {
      ...item,
      ...itemOf(detail),
      issueNumber,
      ...captured,
      techContext: isMembers(techContext) ? techContext : null,
    };
  }
}

function worldOf(project: Members, issues: PulledIssue[]): PulledWorld {
  const { organizationId, organizationSlug, organizationName, id, ...rest } = project;
  const organization = { id: String(organizationId), slug: String(organizationSlug), name: organizationName };
  const projects = [{ id: String(id), ...rest, issues }];
  return { form: 'pulled', organizations: [{ ...organization, projects, apiKeys: [{ key: pulledKey }] }] };
}
