import { formatVersion } from '@issue-tracking/mock/internal';
import {
  capturedNames,
  type EndpointName,
  endpoints,
  fillPath,
  limits,
  captured as parts,
} from '@issue-tracking/model';
import { unknownProject } from '../compare/read-service-data.ts';
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
import { capturedLists } from '../service/captured-lists.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { requestsPerMinute, type ServiceClient } from '../service/service-client.ts';
import { type CopiedIssue, type CopiedWorld, copiedKey } from './world-file.ts';

export interface PullOptions {
  readonly service: ServiceClient;
  readonly projectId: string;
  /** A timestamp. Issues that were last changed earlier are omitted. */
  readonly since: string | undefined;
  /** Called with the number of issues, and the minutes that reading them takes. */
  readonly onStart: (issues: number, minutes: number) => void;
  /** Called before each issue. */
  readonly onIssue: (done: number, of: number) => void;
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

const { path: projectsPath } = endpoints['projects.list'];
/** The requests for one issue: the issue, its comments and what was captured. */
const requestsPerIssue = capturedNames.length + 2;

/** Reads a project with its issues, comments and captured data. @throws EndedEarly, UsageError */
export async function pullProject(options: PullOptions): Promise<PulledProject> {
  const { service, projectId, since, onStart, onIssue } = options;
  let cut = 0;
  let differing = 0;
  const project = await findProject();
  const chosen = (await readItems()).filter((item) => isSince(item, since));
  const issues: CopiedIssue[] = [];
  onStart(chosen.length, Math.max(1, Math.ceil((chosen.length * requestsPerIssue) / requestsPerMinute)));
  for (const [at, item] of chosen.entries()) {
    onIssue(at, chosen.length);
    const issue = await pullIssue(item);
    if (issue) issues.push(issue);
  }
  return { world: worldOf(project, issues), issues: issues.length, cut, differing };

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

  /** Returns the JSON of a path, without the credential; `null` after a 404. */
  async function fetchJson(path: string): Promise<{ json: unknown }> {
    const exchange = await service.read({ path });
    const { status, text, json } = exchange;
    const what = `GET ${path} returned ${status}`;
    if (status === 404 && path !== projectsPath && !path.includes('?')) return { json: null };
    if (status === 403)
      throw new UsageError(`${what}: the credential lacks a scope: projects:read and issues:read are needed`);
    if (status !== 200) throw new EndedEarly(`${what} ${service.redact(text).slice(0, 100)}`);
    if (!isJsonObject(json)) throw new EndedEarly(`${what}, expected a JSON object`);
    return { json: mapStrings(json, service.hideCredential) };
  }

  /** Reads all pages of the list. Maps by number, because an issue that moves between pages occurs twice. */
  async function readItems(): Promise<JsonObject[]> {
    const listPath = fillPath(endpoints['issues.list'].path, { projectId });
    const found = new Map<number, JsonObject>();
    for (let page = 1, last = 1; page <= last; page++) {
      const exchange = await fetchJson(`${listPath}?limit=${limits.maxPageSize}&page=${page}`);
      const before = found.size;
      for (const item of entriesOf(exchange))
        if (Number.isSafeInteger(item['issueNumber'])) found.set(Number(item['issueNumber']), item);
      // A page without new issues is the last, even if `totalPages` is larger.
      if (found.size > before) last = Math.max(1, Number(envelopeMember(exchange, 'totalPages')) || 1);
      else break;
    }
    return [...found.values()].sort((a, b) => Number(a['issueNumber']) - Number(b['issueNumber']));
  }

  async function pullIssue(item: JsonObject): Promise<CopiedIssue | undefined> {
    const issueNumber = Number(item['issueNumber']);
    const read = (name: EndpointName) =>
      fetchJson(fillPath(endpoints[name].path, { projectId, issueNumber: String(issueNumber) }));
    const detail = await read('issues.get');
    if (detail.json === null) return undefined;
    const captured: Record<string, object[] | object | null> = {};
    for (const [member, name] of Object.entries(capturedLists)) {
      const list = await read(name);
      captured[member] = entriesOf(list);
      if (Number(envelopeMember(list, 'total')) > entriesOf(list).length) cut++;
    }
    for (const name of capturedNames.filter((each) => !parts[each].many)) {
      const one = dataOf(await read(`issues.${name}`));
      captured[name] = isJsonObject(one) ? one : null;
    }
    const own = itemOf(detail);
    if (Object.keys(item).some((name) => name in own && !isSame(item[name], own[name]))) differing++;
    return {
      ...item,
      ...own,
      ...captured,
      issueNumber,
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
