import { type EndpointName, limits } from '@issue-tracking/model';
import { UsageError } from '../context.ts';
import { dataOf, entriesOf, envelopeMember, isJsonObject, isText, itemOf, type JsonObject } from '../platform/json.ts';
import { type CapturedList, capturedLists } from '../service/captured-lists.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { fixed } from './aspects.ts';
import { shapes } from './every-response.ts';
import type { RuleId } from './findings.ts';
import { type Probe, requestOf } from './probe.ts';
import { isPathSegment, type ServiceData } from './service-data.ts';
import type { Session } from './session.ts';

/** A probe whose response became a part of the data. */
export interface FirstRead {
  readonly probe: Probe;
  readonly exchange: Exchange;
}

/** The largest number of pages of the list to read, and of issues to read one by one. */
const most = { pages: 10, samples: 4 };

/**
 * Reads what the mock needs to respond like the service: all projects, the issue list, and some issues with their lists.
 *
 * @throws UsageError, EndedEarly
 */
export async function readServiceData(session: Session): Promise<FirstRead[]> {
  const reads: FirstRead[] = [];
  const ask: Ask = async (name, endpoint, row) => {
    const probe = { name, endpoint, project: session.serviceData.projectId, rules: [], ...row };
    const exchange = await session.service.read(requestOf(probe));
    assertApi(session, exchange);
    reads.push({ probe, exchange });
    recordResponse(session.serviceData, probe, exchange);
    return exchange;
  };
  await readProjects(session, ask);
  if (session.serviceData.projectId === '') return reads;
  await readIssues(session, ask);
  await readSamples(session, ask);
  await readOtherProject(session);
  return reads.map((one) => ({ ...one, probe: withoutGaps(session, one) }));
}

type Ask = (name: string, endpoint: EndpointName, row: Partial<Probe>) => Promise<Exchange>;

async function readProjects({ serviceData, target }: Session, ask: Ask): Promise<void> {
  const ofKeys: RuleId[] = target.isApiKey ? ['EP-2', 'AUTH-2'] : [];
  const list = await ask('projects', 'projects.list', {
    rules: ['EP-1', 'AUTH-5', 'GEN-1', ...ofKeys],
    breaks: { entries: ofKeys, status: 'EP-1' },
    decides: { projectsTotal: 'counts' },
  });
  if (list.status === 403 && !target.projectId)
    throw new UsageError('The credential lacks the scope projects:read: pass --project ID');
  serviceData.projects = entriesOf(list);
  serviceData.projectsTotal = Number(envelopeMember(list, 'total')) || 0;
  serviceData.projectId = target.projectId ?? serviceData.projects.map(({ id }) => id).find(isPathSegment) ?? '';
}

async function readIssues(session: Session, ask: Ask): Promise<void> {
  const { serviceData } = session;
  for (let page = 1, last = 1; page <= Math.min(last, most.pages); page++) {
    const list = await ask('issues', 'issues.list', {
      query: { limit: limits.maxPageSize, ...(page > 1 && { page }) },
      rules: ['EP-5', 'AUTH-5', 'EP-7', 'GEN-1', 'RES-2'],
      breaks: { length: 'EP-7', sets: 'RES-2' },
      aspects: ['status', 'counts', 'length', 'sets'],
      decides: { listItem: 'members', issueOrder: 'order' },
    });
    if (list.status !== 200) assertProject(session, list);
    serviceData.items.push(...entriesOf(list).filter(({ issueNumber }) => Number.isSafeInteger(issueNumber)));
    serviceData.total = Number(envelopeMember(list, 'total')) || serviceData.items.length;
    last = Number(envelopeMember(list, 'totalPages')) || 1;
  }
}

/** Reads some issues. A further issue shows only the lists that were empty or short so far. */
async function readSamples({ serviceData }: Session, ask: Ask): Promise<void> {
  for (const issue of chooseSamples(serviceData.items)) {
    const rules: RuleId[] = ['AUTH-5', 'GEN-1'];
    await ask('issue', 'issues.get', {
      issue,
      rules: ['EP-8', 'RES-3', 'RES-4', ...rules],
      breaks: { summary: 'RES-4', lacks: 'RES-3' },
      aspects: [...fixed, 'lacks'],
      decides: { absentValues: 'absence' },
    });
    for (const [member, endpoint] of Object.entries(capturedLists) as [CapturedList, EndpointName][])
      if (!serviceData.shows(member))
        await ask(member, endpoint, {
          issue,
          rules: [shapes[endpoint][1], ...rules],
          aspects: ['status', 'counts'],
          ...(member === 'comments' && { decides: { commentOrder: 'order' } }),
        });
    if (!isJsonObject(serviceData.captured.get(serviceData.sample ?? 0)?.techContext))
      await ask('technical context', 'issues.techContext', {
        issue,
        rules: ['EP-16', 'RES-9', ...rules],
        aspects: ['status', 'counts'],
        decides: { missingTechContext: 'context' },
      });
  }
  serviceData.findCut();
}

/** Chooses the ends of the list, because neighbours are alike, then issues that may show how absent values are written. */
function chooseSamples(items: readonly JsonObject[]): number[] {
  const isEmpty = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0);
  const lacking = ['assignees', 'reporterName'].map((name) => items.find((item) => isEmpty(item[name])));
  const chosen = [items[0], items.at(-1), ...lacking, items[1], items[2]].flatMap(
    (item) => item?.['issueNumber'] ?? [],
  );
  return [...new Set(chosen.map(Number))].slice(0, most.samples);
}

/** Adds what a response shows of an issue to the data. */
export function recordResponse(
  { details, captured, lengths }: ServiceData,
  { endpoint, issue, query }: Probe,
  exchange: Exchange,
): void {
  if (issue === undefined || query || exchange.status !== 200) return;
  if (endpoint === 'issues.get') details.set(issue, itemOf(exchange));
  const of = captured.get(issue) ?? {};
  const member = (Object.keys(capturedLists) as CapturedList[]).find((name) => capturedLists[name] === endpoint);
  if (member) {
    of[member] = entriesOf(exchange);
    const total = Number(envelopeMember(exchange, 'total'));
    lengths.set(`${issue} ${member}`, { issue, member, length: of[member].length, total });
  }
  const context = dataOf(exchange);
  if (endpoint === 'issues.techContext')
    of.techContext = isJsonObject(context) && Object.keys(context).length > 0 ? context : null;
  if (member || endpoint === 'issues.techContext') captured.set(issue, of);
}

/** Leaves open what the data can't show: the total of a list that may be truncated, and a technical context that is missing. */
function withoutGaps({ serviceData, findings }: Session, { probe, exchange }: FirstRead): Probe {
  const { endpoint, rules, issue } = probe;
  if (endpoint === 'issues.techContext' && exchange.status === 404) {
    for (const rule of rules)
      findings.leaveOpen(rule, probe.name, 'the response is 404: it may not have been captured');
    return { ...probe, rules: [] };
  }
  const total = Number(envelopeMember(exchange, 'total'));
  const { length } = entriesOf(exchange);
  const isCut =
    endpoint === 'projects.list' ? serviceData.areProjectsCut : serviceData.truncated && issue !== undefined;
  if (!isCut || !(total > length)) return probe;
  for (const rule of rules.slice(0, 1))
    findings.leaveOpen(rule, 'total', `total is ${total}, with ${length} entries: the list may be truncated`);
  return { ...probe, aspects: ['status'] };
}

async function readOtherProject({ service, serviceData }: Session): Promise<void> {
  const other = serviceData.projects
    .map(({ id }) => id)
    .find((id) => isPathSegment(id) && id !== serviceData.projectId);
  if (!isText(other)) return;
  const list = await service.read(
    requestOf({ name: '', rules: [], endpoint: 'issues.list', project: other, query: { limit: limits.maxPageSize } }),
  );
  if (list.status !== 200) return;
  serviceData.otherProjectId = other;
  serviceData.otherItems = entriesOf(list).filter(({ issueNumber }) => Number.isSafeInteger(issueNumber));
}

/** Checks that the API is at this address. @throws UsageError if not, EndedEarly after a failure of the service. */
export function assertApi({ target: { baseUrl } }: Session, exchange: Exchange): void {
  const { method, path, status, headers, json } = exchange;
  const what = `${method} ${path} returned ${status}`;
  if (status >= 300 && status < 400) {
    const to = headers.get('location');
    throw new UsageError(`${baseUrl} is not the address of the API: ${what}${to ? `, to ${to}` : ''}`);
  }
  if ((path.endsWith('/projects') && [404, 405, 410].includes(status)) || (status < 400 && json === undefined))
    throw new UsageError(`No Issue Tracking API at ${baseUrl}: ${what}. The base URL is the part before /api/v1`);
  if (isFailure(exchange)) throw new EndedEarly(`${what}, three times`);
}

/** Says why the project's issues can't be read. */
function assertProject({ serviceData, findings }: Session, exchange: Exchange): never {
  const { status, path } = exchange;
  const seen = serviceData.projects.map(({ id }) => String(id));
  if (status === 400) findings.fail('EP-7', exchange, `a limit of ${limits.maxPageSize} is rejected`);
  if (status === 404 && seen.includes(serviceData.projectId)) {
    findings.fail('GEN-1', exchange, 'a listed project has no issues at this path');
    throw new EndedEarly(`issues of ${serviceData.projectId} not found at their path`);
  }
  if (status === 404) throw new UsageError(unknownProject(serviceData.projectId, seen));
  if (status === 403) {
    findings.checkScopeError(exchange);
    throw new UsageError('The credential lacks the scope issues:read, which all checks of issues need');
  }
  throw new EndedEarly(`GET ${path} returned ${status}`);
}

export function unknownProject(projectId: string, seen: readonly string[]): string {
  const [ten, more] = [seen.slice(0, 10), seen.length - 10];
  const named = ten.length > 0 ? `: the credential sees ${ten.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : '';
  return `Unknown project ${projectId}${named}`;
}
