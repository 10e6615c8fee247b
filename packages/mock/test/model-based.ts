import type { Mock } from '@issue-tracking/mock';
import { captured, capturedNames, type IssueListOptions } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect } from 'vitest';
import { plainIssue } from '../../../tools/spec-service/data.ts';
import type { SpecService } from '../../../tools/spec-service/service.ts';
import { controlOf } from '../src/control/control.ts';
import { bothServices, records } from './both-services.ts';
import { type Answer, answerOf } from './fixture.ts';
import type { Adapter, OpenAdapter } from './whole-api.ts';

/** The mock behind an adapter, and the service written from the specification, with the same records. */
interface Pair {
  readonly mock: Mock;
  readonly adapter: OpenAdapter;
  readonly spec: SpecService;
}

/** Takes random steps with the mock, through an adapter, and with the service written from the specification. */
export async function agreesWithTheSpecification(adapter: Adapter, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: '+1' }), async (steps) => {
      const { mock, spec } = bothServices();
      const opened = await adapter.open(mock);
      try {
        for (const each of steps) await take(each, { mock, spec, adapter: opened });
      } finally {
        await opened.close();
      }
    }),
    { numRuns },
  );
}

const { constantFrom, record } = fc;
const { projects, credentials } = records();
const keys = [...credentials.keys()];
const credential = mostly('svc_k3yOfTheTracker9f1c', ...keys, 'svc_unknown', '');
const projectId = mostly('p-shop', ...projects.map(({ id }) => id), 'p-nothing');
/** The last issues are created by a step. */
const issueNumber = fc.oneof(fc.integer({ min: 1, max: 46 }).map(String), constantFrom('1', '4', '0', '01', 'x', '99'));
const status = constantFrom('open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed', 'done', '');
const priority = constantFrom('low', 'medium', 'high', 'critical', 'urgent');
const [own, strange] = [projects[0]?.organization, projects.at(-1)?.organization];

const query = {
  projects: record(
    {
      organizationSlug: constantFrom(own?.slug, strange?.slug, 'nothing'),
      organizationId: constantFrom(own?.id, strange?.id),
    },
    { requiredKeys: [] },
  ),
  issues: record(
    {
      status,
      priority,
      label: constantFrom('Billing', 'billing', 'Bill', 'Checkout'),
      q: constantFrom('BASKET', 'again', 'during', 'café', 'x1'),
      page: constantFrom('0', '1', '2', '3', '9', 'x', '1.0'),
      limit: constantFrom('0', '1', '2', '20', '100', '101'),
    } satisfies Record<keyof IssueListOptions, fc.Arbitrary<string>>,
    { requiredKeys: [] },
  ),
  logs: record({ level: constantFrom('error', 'warn', 'info', 'log', 'debug', '') }, { requiredKeys: [] }),
};
const part = constantFrom('comments', ...capturedNames.map((name) => captured[name].segment));
const update = record({ status, priority }, { requiredKeys: [] });
const comment = record({ content: constantFrom('', 'one', 'two', 1, null) }, { requiredKeys: [] });
const issuePath = record({ projectId, issueNumber }).map((at) => `/projects/${at.projectId}/issues/${at.issueNumber}`);

const read = fc.oneof(
  record({ path: fc.constant('/projects'), query: query.projects }),
  record({ path: projectId.map((id) => `/projects/${id}/issues`), query: query.issues }),
  record({ path: issuePath }),
  record({ path: fc.tuple(issuePath, part).map((ends) => ends.join('/')) }),
  record({ path: issuePath.map((path) => `${path}/console-logs`), query: query.logs }),
);
const write = fc.oneof(
  record({ method: fc.constant('PATCH'), path: issuePath, body: body(update) }),
  record({ method: fc.constant('POST'), path: issuePath.map((path) => `${path}/comments`), body: body(comment) }),
);

interface SentRequest {
  readonly path: string;
  readonly method?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

const issueRef = record({ projectId: constantFrom('p-shop', 'p-office'), issueNumber: fc.integer({ min: 1, max: 3 }) });
const single = fc.oneof(
  { weight: 5, arbitrary: record({ as: credential, send: read }) },
  { weight: 3, arbitrary: record({ as: credential, send: write }) },
  record({ exhaust: credential }),
  record({
    create: record({ projectId: constantFrom('p-lab', 'p-shop'), title: constantFrom('Login fails', 'Search') }),
  }),
  record({ verify: issueRef }),
  record({ close: issueRef }),
  record({ revoke: constantFrom(...keys.filter((key) => key.startsWith('svc_'))) }),
  record({ advance: constantFrom(1, 999, 30_000, 59_999, 60_000, 899_999) }),
);
type Single = typeof single extends fc.Arbitrary<infer Type> ? Type : never;

const singles = fc.array(single, { maxLength: 8 });
/** A single step, a way back to the state before some of them, or a change that is taken back after some of them. */
const step = fc.oneof(
  { weight: 12, arbitrary: single },
  record({ back: singles }),
  record({ undone: issueRef, status: constantFrom('verified', 'closed'), meanwhile: singles }),
);
type Step = typeof step extends fc.Arbitrary<infer Type> ? Type : never;

/** Returns the first value as often as all others together. */
function mostly(first: string, ...others: string[]): fc.Arbitrary<string> {
  return fc.oneof(fc.constant(first), constantFrom(...others));
}

function body(valid: fc.Arbitrary<object>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: valid.map((json) => JSON.stringify(json)) }, constantFrom('{', ''));
}

async function take(step: Step, pair: Pair): Promise<void> {
  const { mock, spec } = pair;
  if ('back' in step) {
    const [snapshot, goBack] = [mock.snapshot(), spec.saved()];
    for (const each of step.back) await takeSingle(each, pair);
    mock.restore(snapshot);
    goBack();
  } else if ('undone' in step) await undo(step.undone, step.status, step.meanwhile, pair);
  else await takeSingle(step, pair);
}

/** Changes an issue as a user does, takes steps, and takes the change back if the same was not changed meanwhile. */
async function undo(at: IssueRef, status: string, meanwhile: readonly Single[], pair: Pair): Promise<void> {
  const { mock, spec } = pair;
  const control = controlOf(mock);
  const issue = issueOf(spec, at);
  const before = { ...issue };
  changeAsUser(spec, at, status);
  const after = { ...issue };
  const input = { where: at, changes: { status } };
  const { undo: id } = (await control.call('undoable', { method: 'world.issues.update', input })) as { undo: string };
  for (const each of meanwhile) await takeSingle(each, pair);
  const isOther = before.status !== after.status;
  const undoing = control.call('undo', { id });
  if (isOther && issue.status !== after.status) {
    await expect(undoing).rejects.toMatchObject({ details: [{ message: expect.stringContaining('status of issue') }] });
    return;
  }
  await undoing;
  if (isOther) issue.status = before.status;
  if (issue.updatedAt === after.updatedAt) issue.updatedAt = before.updatedAt;
}

async function takeSingle(step: Single, pair: Pair): Promise<void> {
  const { mock, spec } = pair;
  if ('send' in step) await expectSame(pair, step.as, step.send);
  else if ('exhaust' in step)
    for (let sent = 0; sent <= spec.rate.requests; sent++) await expectSame(pair, step.exhaust, { path: '/projects' });
  else if ('create' in step) {
    const { projectId, title } = step.create;
    const issues = spec.data.projects.find(({ id }) => id === projectId)?.issues ?? [];
    const created = { title, priority: 'medium', reporter: 'Ada', context: null };
    issues.push({ ...plainIssue(issues.length + 1, spec.now()), ...created });
    mock.world.issues.create({ projectId, title, reporterName: 'Ada' });
  } else if ('verify' in step) {
    changeAsUser(spec, step.verify, 'verified');
    mock.world.issues.update(step.verify, { status: 'verified' });
  } else if ('close' in step) {
    changeAsUser(spec, step.close, 'closed');
    mock.world.issues.update(step.close, { status: 'closed' });
  } else if ('revoke' in step) {
    spec.data.credentials.delete(step.revoke);
    mock.world.apiKeys.update({ key: step.revoke }, { revoked: true });
  } else await mock.clock.advance(step.advance);
}

interface IssueRef {
  readonly projectId: string;
  readonly issueNumber: number;
}

function issueOf(spec: SpecService, { projectId, issueNumber }: IssueRef) {
  const issue = spec.data.projects.find(({ id }) => id === projectId)?.issues[issueNumber - 1];
  if (!issue) throw new Error(`${projectId} has no issue ${issueNumber}`);
  return issue;
}

function changeAsUser(spec: SpecService, at: IssueRef, status: string): void {
  spec.change(issueOf(spec, at), { status });
}

async function expectSame({ spec, adapter }: Pair, credential: string, request: SentRequest): Promise<void> {
  const { path, method = 'GET', query = {}, body } = request;
  const url = `/api/v1${path}?${new URLSearchParams(query as Record<string, string>)}`;
  const headers = {
    ...(credential && { authorization: `Bearer ${credential}` }),
    'content-type': 'application/json',
  };
  const init: RequestInit = { method, headers, ...(body !== undefined && { body }) };
  const wanted = await answerOf(await spec.fetch(`${spec.baseUrl}${url}`, init));
  const seen = await answerOf(await adapter.fetch(`${adapter.baseUrl}${url}`, init));
  expect(seen).toEqual({
    status: wanted.status,
    headers: expect.objectContaining(wanted.headers),
    body: wanted.status < 400 ? withAnyIds(wanted.body) : errorLike(wanted.body),
  });
}

/** Each service has its own ids. */
function withAnyIds(body: Answer['body']): unknown {
  return JSON.parse(JSON.stringify(body), (name, member) => (name === 'id' ? expect.any(String) : member));
}

/** The texts of errors that the specification has. The others are left open. */
const texts = ['Invalid input', 'Insufficient scope', 'Project not found'];

function errorLike({ error, details }: Answer['body']): object {
  return {
    error: texts.includes(error) ? error : expect.any(String),
    // The service of the specification stops at the first.
    ...(details && { details: expect.arrayContaining([{ field: details[0].field, message: expect.any(String) }]) }),
  };
}
