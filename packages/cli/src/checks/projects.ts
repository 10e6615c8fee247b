import { UsageError } from '../context.ts';
import { describeProblems } from '../findings/schema-comparison.ts';
import { dataOf, entriesOf, envelopeMember, isText, type JsonObject } from '../platform/json.ts';
import { printable } from '../platform/printable.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { type Baseline, type CheckResult, checkResult, confirmReads } from './confirm-reads.ts';
import { type CheckGroup, errorText, isEmptyList, query, type Session } from './session.ts';

export const projectsPath = '/api/v1/projects';
/** An id and a slug that no organization should have. */
const unknownOrganization = {
  organizationId: '9f1c2b7e-5d3a-4c86-8e21-7a0b6f4d9c35',
  organizationSlug: 'no-such-slug-9f1c2b7e',
};

/** Checks the project list and its organization filters. */
export const projects: CheckGroup = {
  title: 'projects',
  behavior: [],
  async run(session) {
    const { service, findings, goal } = session;
    const list = await service.read({ path: projectsPath });
    assertApi(session, list);
    if (list.status === 403) return assertProjectNamed(session, list);
    findings.check(['GEN-1', 'reads'], true, list, '', 'projects');
    const found = entriesOf(list);
    if (goal === 'rules') checkProjectList(session, list, found);
    chooseProject(session, found);
    if (goal === 'rules') await checkFilters(session, list);
  },
};

/** Checks that the API is at this address. @throws UsageError if not, EndedEarly after a failure of the service. */
export function assertApi({ baseUrl }: Session, exchange: Exchange): void {
  const { method, path, status, headers, json } = exchange;
  const what = `${method} ${path} returned ${status}`;
  if (status >= 300 && status < 400) {
    const to = headers.get('location');
    throw new UsageError(`${baseUrl} is not the address of the API: ${what}${to ? `, to ${printable(to)}` : ''}`);
  }
  const isElsewhere = path === projectsPath && (status === 404 || status === 405 || status === 410);
  if (isElsewhere || (status < 400 && json === undefined)) {
    const how = json === undefined ? 'not JSON' : `"${printable(errorText(exchange) ?? '')}"`;
    throw new UsageError(
      `No Issue Tracking API at ${baseUrl}: ${what}, ${how}. The base URL is the part before /api/v1`,
    );
  }
  // `service.read` has already sent the request three times.
  if (isFailure(exchange)) throw new EndedEarly(`${what}, three times`);
  // Callers handle the other statuses. A 401 or 429 has already ended the run.
}

/** Checks the 403 of the project list. @throws UsageError unless `--project` makes the list unnecessary. */
function assertProjectNamed({ findings, projectId }: Session, list: Exchange): void {
  checkScopeError(findings, list);
  if (projectId === undefined) throw new UsageError('The credential lacks the scope projects:read: pass --project ID');
}

/** Whether a response is the 403 of a missing scope. */
export function isScopeError(exchange: Exchange): boolean {
  return exchange.status === 403 && errorText(exchange) === 'Insufficient scope';
}

// AUTH-4
/** Checks the error text of a read's 403, which means a missing scope. */
export function checkScopeError(findings: Session['findings'], exchange: Exchange): void {
  const text = errorText(exchange);
  findings.check(
    ['AUTH-4', 'rejections'],
    text === 'Insufficient scope',
    exchange,
    `the error is "${text}"`,
    exchange.path,
  );
}

function checkProjectList({ findings, isApiKey }: Session, list: Exchange, found: readonly JsonObject[]): void {
  const { problems, envelopeProblems } = findings.compareWithSchema('projects.list', list);
  const isList = Array.isArray(dataOf(list));
  findings.check(
    ['EP-1', 'list'],
    list.status === 200 && isList,
    list,
    isList ? `the response is ${list.status}` : 'its data is not a list',
  );
  if (!isList) return;
  const shapeProblems = problems.filter(({ isTimestamp }) => !isTimestamp);
  const names = found.map(({ id }) => String(id));
  if (found.length > 0 || shapeProblems.length > 0)
    findings.check(['RES-1', 'projects'], shapeProblems.length === 0, list, describeProblems(shapeProblems), names);
  const total = envelopeMember(list, 'total');
  // The project list may have no total (GAP-18).
  if (total === undefined) findings.check(['EP-1', 'total'], true, list, '', 'none');
  else if (envelopeProblems.length > 0)
    findings.check(['EP-1', 'total'], false, list, describeProblems(envelopeProblems));
  // A list without pages may be truncated (GAP-50).
  else if (Number(total) > found.length && found.length > 0)
    findings.markInconclusive(
      ['EP-1', 'total'],
      `total is ${total}, with ${found.length} projects: the list may be truncated`,
    );
  else
    findings.check(['EP-1', 'total'], total === found.length, list, `total is ${total}, with ${found.length} projects`);
  const organizations = new Set(found.map(({ organizationId }) => organizationId));
  if (!isApiKey || found.length === 0) return;
  const why = `the key sees ${organizations.size} organizations`;
  findings.check(['EP-2', 'projects'], organizations.size === 1, list, why, names);
  findings.check(['AUTH-2', 'projects'], organizations.size === 1, list, why, names);
}

/** Chooses the project of `--project` or the first one, its organization, and another project of the list if there is one. */
function chooseProject(session: Session, found: readonly JsonObject[]): void {
  const own = found.find(({ id }) => id === session.projectId) ?? found[0];
  if (isText(own?.['organizationId']) && isText(own['organizationSlug'])) {
    const { organizationId: id, organizationSlug: slug, organizationName } = own;
    session.organization = { id, slug, name: String(organizationName) };
  }
  if (session.projectId === undefined) session.projectId = isText(own?.['id']) ? own['id'] : undefined;
  session.otherProjectId = found
    .map(({ id }) => id)
    .filter(isText)
    .find((id) => id !== session.projectId);
}

/** Returns the ids of an organization's projects, or of all projects. */
function idsOf(exchange: Exchange, member?: string, value?: string): string {
  const found = entriesOf(exchange).filter((project) => member === undefined || project[member] === value);
  return JSON.stringify(found.map(({ id }) => String(id)).sort());
}

async function checkFilters(session: Session, list: Exchange): Promise<void> {
  const { service, organization } = session;
  if (!organization) return;
  const baseline: Baseline<Exchange> = {
    state: list,
    read: () => service.read({ path: projectsPath }),
    isSame: (a, b) => idsOf(a) === idsOf(b),
  };
  for (const [member, own, part] of [
    ['organizationSlug', organization.slug, 'slug'],
    ['organizationId', organization.id, 'id'],
  ] as const) {
    await confirmReads(session, baseline, async (all) => {
      const mine = await service.read({ path: projectsPath + query({ [member]: own }) });
      const none = await service.read({ path: projectsPath + query({ [member]: unknownOrganization[member] }) });
      if (isFailure(mine) || isFailure(none)) return [];
      const isMine = mine.status === 200 && idsOf(mine) === idsOf(all, member, own);
      // A service may reject an unknown organization or return an empty list (GAP-37).
      const isNone = (none.status >= 400 && none.status < 500) || isEmptyList(none);
      const total = envelopeMember(none, 'total') ?? 0;
      return [
        checkResult(
          ['EP-1', 'total'],
          !isEmptyList(none) || total === 0,
          none,
          `total is ${total}, with no project`,
          'none',
        ),
        checkResult(['EP-4', part], isMine, mine, `${member}=${own} does not return exactly its projects`, own),
        checkResult(
          ['EP-4', part],
          isNone,
          none,
          `an unknown ${member} returns ${entriesOf(none).length} projects`,
          'unknown',
        ),
      ];
    });
    for (const near of similarValues(own))
      await confirmReads(session, baseline, (all) => checkExactMatch(session, all, member, near, part));
  }
}

/** Returns values that an inexact filter would confuse with the given value. */
function similarValues(own: string): string[] {
  return [own.slice(0, -1), `${own}0`].filter((near) => near !== '');
}

/** Checks that a filter matches exactly, and not by prefix. */
async function checkExactMatch(
  { service }: Session,
  all: Exchange,
  member: keyof typeof unknownOrganization,
  value: string,
  part: 'slug' | 'id',
): Promise<CheckResult[]> {
  const near = await service.read({ path: projectsPath + query({ [member]: value }) });
  if (isFailure(near)) return [];
  const isExact = near.status !== 200 || idsOf(near) === idsOf(all, member, value);
  const why = `${member}=${value} returns projects with another value`;
  return [checkResult(['EP-4', part], isExact, near, why, value)];
}
