import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { scopes } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Answer, answerOf, start } from './fixture.ts';
import { type NaiveAnswer, type NaiveRequest, NaiveService } from './naive-service.ts';
import type { Adapter, OpenAdapter } from './whole-api.ts';

const requests = 8;
const keys = ['svc_one', 'svc_two', 'svc_reader', 'svc_unknown'];

/** The mock, as commands use it. */
interface Real {
  readonly mock: Mock;
  readonly adapter: OpenAdapter;
}

type Command = fc.AsyncCommand<NaiveService, Real>;

/** Runs random sequences of commands against the mock, through an adapter, and a naive model of the service. */
export async function agreesWithNaiveService(adapter: Adapter, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: '+1' }), async (sequence) => {
      const model = new NaiveService(Date.parse(start), requests);
      const mock = newMock();
      fill(model);
      const opened = await adapter.open(mock);
      try {
        await fc.asyncModelRun(() => ({ model, real: { mock, adapter: opened } }), sequence);
      } finally {
        await opened.close();
      }
    }),
    { numRuns },
  );
}

function newMock(): Mock {
  const organization = (
    digit: string,
    projectId: string,
    apiKeys: { key: string; scopes?: (typeof scopes)[number][] }[],
  ) => ({
    id: `00000000-0000-4000-8000-00000000000${digit}`,
    slug: projectId,
    name: projectId,
    projects: [{ id: projectId, slug: projectId, name: projectId }],
    apiKeys,
  });
  return createMock({
    clock: virtualClock({ now: start }),
    rateLimit: { requests },
    source: (request) => request.headers.get('authorization') ?? '',
    world: {
      organizations: [
        organization('1', 'prj_one', [{ key: 'svc_one' }, { key: 'svc_reader', scopes: ['issues:read'] }]),
        organization('2', 'prj_two', [{ key: 'svc_two' }]),
      ],
    },
  });
}

function fill(model: NaiveService): void {
  model.projects.push({ id: 'prj_one', organization: 'one' }, { id: 'prj_two', organization: 'two' });
  model.keys.push(
    { key: 'svc_one', organization: 'one', scopes },
    { key: 'svc_reader', organization: 'one', scopes: ['issues:read'] },
    { key: 'svc_two', organization: 'two', scopes },
  );
}

const projectId = fc.constantFrom('prj_one', 'prj_one', 'prj_two', 'prj_nothing');
const issueNumber = fc.integer({ min: 1, max: 5 });
const key = fc.constantFrom('svc_one', ...keys);
const status = fc.constantFrom('open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed', 'done');
const priority = fc.constantFrom('low', 'medium', 'high', 'critical', 'urgent');
const title = fc.constantFrom('Login fails', 'login button', 'Slow search', 'Search');
const query = fc.record(
  {
    status: status.filter((value) => value !== 'done'),
    priority: priority.filter((value) => value !== 'urgent'),
    q: fc.constantFrom('LOGIN', 'search', 'x'),
    page: fc.integer({ min: 0, max: 3 }),
    limit: fc.constantFrom(0, 1, 2, 100, 101),
  },
  { requiredKeys: [] },
);
const change = fc.record({ status, priority }, { requiredKeys: [] });
const comment = fc.record({ content: fc.constantFrom('', 'one', 'two') });

const commands: fc.Arbitrary<Command>[] = [
  fc.record({ key, projectId, query }).map((request) => ask({ method: 'GET', ...request })),
  fc
    .record({ key, projectId, issueNumber, comments: fc.boolean() })
    .map((request) => ask({ method: 'GET', ...request })),
  fc.record({ key, projectId, issueNumber, body: change }).map((request) => ask({ method: 'PATCH', ...request })),
  fc
    .record({ key, projectId, issueNumber, body: comment })
    .map((request) => ask({ method: 'POST', comments: true, ...request })),
  fc.record({ projectId: fc.constantFrom('prj_one', 'prj_two'), title }).map(create),
  fc.record({ projectId, issueNumber, status: fc.constantFrom('verified', 'closed') }).map(asPerson),
  fc.constantFrom(...keys.slice(0, 3)).map(revoke),
  fc.constantFrom(1, 999, 30_000, 59_999, 60_000, 899_999).map(advance),
  fc.constantFrom(...keys).map(exhaust),
];

function command(
  text: string,
  run: Command['run'],
  check: (model: Readonly<NaiveService>) => boolean = () => true,
): Command {
  return { check, run, toString: () => text };
}

function ask(request: NaiveRequest): Command {
  return command(`send ${JSON.stringify(request)}`, async (model, real) => expectSame(model, real, request));
}

/** Sends more requests than the rate window holds. */
function exhaust(credential: string): Command {
  return command(`exhaust ${credential}`, async (model, real) => {
    for (let i = 0; i <= requests; i++)
      await expectSame(model, real, { key: credential, method: 'GET', projectId: 'prj_one' });
  });
}

function create(issue: { projectId: string; title: string }): Command {
  return command(`create ${JSON.stringify(issue)}`, async (model, { mock }) => {
    model.createIssue(issue.projectId, issue.title);
    await mock.dashboard.createIssue(issue);
  });
}

function asPerson(issue: { projectId: string; issueNumber: number; status: string }): Command {
  const there = (model: Readonly<NaiveService>) => model.find(issue.projectId, issue.issueNumber);
  const run: Command['run'] = async (model, { mock }) => {
    const found = there(model);
    if (found) model.set(found, { status: issue.status });
    await mock.dashboard[issue.status === 'verified' ? 'verify' : 'publishReport'](issue);
  };
  return command(`${issue.status} ${issue.projectId} ${issue.issueNumber}`, run, (model) => there(model) !== undefined);
}

function revoke(credential: string): Command {
  return command(`revoke ${credential}`, async (model, { mock }) => {
    for (const candidate of model.keys) if (candidate.key === credential) candidate.revoked = true;
    await mock.dashboard.revokeApiKey({ key: credential });
  });
}

function advance(ms: number): Command {
  return command(`advance ${ms}`, async (model, { mock }) => {
    model.now += ms;
    await mock.clock.advance(ms);
  });
}

async function expectSame(
  model: NaiveService,
  { adapter: { fetch, baseUrl } }: Real,
  request: NaiveRequest,
): Promise<void> {
  const { key: credential, method, projectId, issueNumber, comments, query = {}, body } = request;
  const below = issueNumber === undefined ? '' : `/${issueNumber}${comments ? '/comments' : ''}`;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const url = `${baseUrl}/api/v1/projects/${projectId}/issues${below}?${search}`;
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(compared(await answerOf(response))).toEqual(model.answer(request));
}

/** The parts of a response that the naive service predicts. */
function compared({ status, headers, body }: Answer): NaiveAnswer {
  const retryAfter = headers['retry-after'];
  const { error, details, data, ...rest } = body;
  const fields = details?.map(({ field }: { field: string }) => field);
  const known = error
    ? { error, ...(fields && { fields }) }
    : { data: Array.isArray(data) ? data.map(comparedMembers) : comparedMembers(data), ...rest };
  return { status, ...(retryAfter && { retryAfter }), body: known };
}

/** The members that the naive service has. */
const members = ['issueNumber', 'title', 'status', 'priority', 'createdAt', 'updatedAt', 'content'];

function comparedMembers(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => members.includes(name)));
}
