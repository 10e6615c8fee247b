import { expect, test, vi } from 'vitest';
import { acme, service, start } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import { stateOf } from '../../test/state-of.ts';
import { internalsOf } from '../mock/internals.ts';
import { type ControlEvent, controlOf } from './control.ts';
import { describeMethods } from './describe.ts';
import { effectsOf, type MethodName } from './effects.ts';
import { methods } from './methods.ts';
import type { Limits } from './types.ts';

const issue = { projectId: 'prj_web', issueNumber: 1 };
const all = { where: {} };

/** A valid input of each method, in an order in which all succeed. */
const inputs: Record<string, object> = {
  tenant: { issues: 1 },
  'world.organizations.find': {},
  'world.organizations.create': { name: 'New' },
  'world.organizations.update': { where: { slug: 'acme' }, changes: { active: false } },
  'world.projects.find': {},
  'world.projects.create': { organizationId: acme },
  'world.projects.update': { where: { id: 'prj_web' }, changes: { name: 'Shop' } },
  'world.issues.find': { where: issue, contains: 'checkout', orderBy: { updatedAt: 'desc' }, skip: 0, take: 1 },
  'world.issues.counts': {},
  'world.issues.create': { projectId: 'prj_web' },
  'world.issues.update': { where: issue, changes: { status: 'verified' } },
  'world.comments.find': {},
  'world.comments.create': { ...issue, content: 'Done' },
  'world.comments.update': { where: issue, changes: { content: 'Not done' } },
  'world.apiKeys.find': {},
  'world.apiKeys.create': { organizationId: acme },
  'world.apiKeys.update': { where: { name: 'acme' }, changes: { revoked: true } },
  'world.apiKeys.reveal': { name: 'acme' },
  'world.users.find': {},
  'world.users.create': { name: 'Grace', organizations: ['acme'] },
  'world.users.update': { where: { id: 'usr_ada' }, changes: { organizations: [] } },
  'world.accessTokens.find': {},
  'world.accessTokens.create': { userId: 'usr_ada' },
  'world.accessTokens.update': { where: { token: 'oat_ada' }, changes: { scopes: [] } },
  'world.accessTokens.reveal': { name: 'usr_ada' },
  exportWorld: {},
  'faults.add': { status: 500, times: null, tenant: acme, requestBody: { status: 'open' } },
  'faults.all': {},
  'faults.switch': { id: 'fault-1', on: false },
  'requests.all': {},
  'requests.find': { endpoint: 'projects.list' },
  'requests.responseHeaders': { number: 1 },
  'requests.credential': { number: 1 },
  'requests.curl': { number: 1 },
  'requests.sdk': { number: 1 },
  'requests.test': { number: 1 },
  'requests.story': { number: 1 },
  'requests.replay': { number: 1, path: '/api/v1/projects?page=1', credential: 'globex', body: { a: 1 } },
  'requests.send': { path: '/api/v1/projects', credential: 'globex' },
  why: {},
  'clock.now': {},
  'clock.advance': { ms: 1 },
  'clock.set': { date: start },
  'settings.get': {},
  'settings.change': { latencyMs: [1, 2], rateLimit: { requests: 5 } },
  behaviorOptions: {},
  limits: {},
  'lockouts.lift': {},
  snapshot: { name: 'before' },
  'snapshots.all': {},
  endpoints: {},
  describe: {},
  'changes.all': {},
  'state.file': { id: 'snapshot-1' },
  restore: { id: 'snapshot-1' },
  'snapshots.delete': { id: 'snapshot-1' },
  'faults.remove': { id: 'fault-1' },
  'faults.clear': {},
  undoable: { method: 'world.issues.update', input: { where: issue, changes: { title: 'Hangs' } } },
  undo: {},
  'world.comments.delete': all,
  'world.issues.delete': all,
  'world.projects.delete': all,
  'world.apiKeys.delete': all,
  'world.accessTokens.delete': all,
  'world.users.delete': all,
  'world.organizations.delete': all,
  'requests.clear': {},
  reset: {},
  'state.open': { file: { organizations: [] } },
};

test('each method succeeds, gives what its schema says, and changes what its row says and nothing else', async () => {
  const api = await serve({}, { rateLimit: { requests: 50 } });
  const { mock, control, get, patch, as } = api;
  const { changes, history } = internalsOf(mock).service;
  await patch('/projects/prj_web/issues/2', { status: 'blocked' });
  await get('/projects/prj_web/issues?prority=high');
  await as('svc_unknown').get('/projects');
  expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(methods).toSorted());
  const locked = ((await control('limits')).body as Limits).lockouts[0]?.source;
  for (const [name, input] of Object.entries(inputs)) {
    // Those that find something to delete.
    if (name === 'faults.remove') await control('faults.add', { status: 500 });
    const before = stateOf(mock);
    const made = history.all();
    const notify = vi.spyOn(changes, 'notify');
    const given = name === 'undo' ? { id: made.at(-1)?.id } : name === 'lockouts.lift' ? { source: locked } : input;
    const { status, body } = await control(name, given);
    expect([name, status, body]).toEqual([name, 200, expect.anything()]);
    const { error } = methods[name as MethodName].result.safeParse(body);
    expect([name, error?.issues]).toEqual([name, undefined]);
    const row = effectsOf(name);
    if (row.changes.length === 0) expect([name, stateOf(mock)]).toEqual([name, before]);
    const told = notify.mock.calls.flatMap(([topic]) => (topic === 'all' ? [] : [topic]));
    expect([name, told.filter((part) => !row.changes.includes(part))]).toEqual([name, []]);
    // A change of the history is one that its row says.
    const isMade = JSON.stringify(history.all()) !== JSON.stringify(made);
    if (isMade) expect([name, row.changes]).toEqual([name, expect.arrayContaining(['changes'])]);
    notify.mockRestore();
  }
});

test('GET /__mock/ lists the methods with the JSON Schema of inputs and results', async () => {
  const { url } = await serve();
  const listed = await (await fetch(`${url}/__mock/`)).json();
  expect(listed).toMatchObject({ events: '/__mock/events', openApi: '/__mock/openapi.json' });
  expect(listed.methods.map(({ name }: { name: string }) => name)).toEqual(Object.keys(methods));
  const named = (name: string) => listed.methods.find((method: { name: string }) => method.name === name);
  expect(named('world.issues.update')).toEqual({
    name: 'world.issues.update',
    summary: expect.any(String),
    reads: [],
    changes: ['records', 'changes'],
    input: {
      type: 'object',
      properties: {
        where: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
        changes: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
      },
      required: ['where', 'changes'],
      additionalProperties: false,
    },
    result: { type: 'array', items: { $ref: '#/$defs/Issue' } },
  });
  expect(named('settings.change').input.properties.behavior.properties.listItem).toEqual({
    enum: expect.anything(),
    type: 'string',
  });
  expect(named('faults.add').input.properties.times.anyOf).toEqual([{ type: 'integer', minimum: 1 }, { type: 'null' }]);
});

test('each reference in the list of methods is to one of its schemas', () => {
  const { $defs } = describeMethods();
  const references = JSON.stringify(describeMethods()).matchAll(/"#\/\$defs\/(\w+)"/g);
  expect([...new Set([...references].map(([, name]) => name))].toSorted()).toEqual(Object.keys($defs).toSorted());
});

test.each([
  ['wolrd.issues.find', 'did you mean world.issues.find?'],
  ['constructor', 'GET /__mock/ lists all'],
  ['reset/', 'did you mean reset?'],
  ['', 'GET /__mock/ lists all'],
])('an unknown method "%s" gets 404 with the nearest name', async (name, advice) => {
  const { mock } = service();
  await expect(controlOf(mock).call(name, {})).rejects.toMatchObject({
    status: 404,
    error: expect.stringContaining(advice),
  });
});

test.each([
  ['clock.advance', {}, 'ms', 'must be a number'],
  ['clock.advance', { ms: -1 }, 'body', '0 milliseconds or more'],
  ['clock.advance', [], 'body', 'must be an object'],
  ['clock.set', { date: 'tomorrow' }, 'body', 'tomorrow'],
  ['faults.add', { endpoint: 'issues.create', status: 500 }, 'endpoint', 'issues.get'],
  ['faults.add', { headers: { a: 1 } }, 'headers.a', 'string'],
  ['faults.add', { delay: 5 }, 'delay', 'did you mean "delayMs"?'],
  ['faults.add', { status: 500, matches: 'x' }, 'matches', 'is not a member'],
  ['faults.add', {}, 'body', 'needs an effect'],
  ['faults.remove', { id: 'fault-9' }, 'body', 'There is no fault "fault-9"'],
  ['restore', { id: 'snapshot-9' }, 'body', 'only the 40 used last are kept'],
  ['reset', { hard: true }, 'hard', 'there are none'],
  ['tenant', { issues: -1 }, 'issues', 'from 0'],
  ['tenant', { issues: [{ status: 'done' }] }, 'issues[0].status', 'must be'],
  ['tenant', { issues: 100_001 }, 'issues', 'at most 100000'],
  ['settings.change', { rateLimit: { requests: -1 } }, 'rateLimit.requests', 'from 0'],
  ['settings.change', { scenario: 'slow', behavior: { lisItem: 'both' } }, 'body', 'listItem'],
  ['requests.find', { statsu: 200 }, 'statsu', 'did you mean "status"?'],
  ['why', { number: 7 }, 'body', 'There is no request 7'],
])('%s with %j gets 400 and changes nothing', async (name, input, field, message) => {
  const { control, mock } = await serve();
  const before = stateOf(mock);
  expect(await control(name, input)).toEqual({
    status: 400,
    body: { error: 'Invalid input', details: [{ field, message: expect.stringContaining(message) }] },
  });
  expect(stateOf(mock)).toEqual(before);
});

test('a server and a panel on the page share snapshots', async () => {
  const { mock, control } = await serve();
  const taken = await controlOf(mock).call('snapshot', {});
  expect((await control('snapshots.all')).body).toEqual([taken]);
});

test('subscribers get one event per request, and one change event for many changes at once', async () => {
  const { mock, get } = service();
  const told: ControlEvent[] = [];
  const stop = controlOf(mock).subscribe((event) => told.push(event));
  await get('/projects');
  for (let count = 0; count < 50; count++) mock.faults.add({ status: 500 });
  const changes = () => told.filter(({ event }) => event === 'change').map(({ data }) => data);
  await vi.waitUntil(() => changes().length >= 2);
  expect(told.filter(({ event }) => event === 'request')).toMatchObject([{ data: { path: '/api/v1/projects' } }]);
  expect(changes().filter((data) => 'what' in data && data.what === 'faults')).toHaveLength(1);
  stop();
  await get('/projects');
  expect(told.filter(({ event }) => event === 'request')).toHaveLength(1);
});

type Mock = ReturnType<typeof service>['mock'];
test.each<[what: string, change: (mock: Mock) => unknown]>([
  ['records', ({ world }) => world.issues.update(issue, { status: 'verified' })],
  ['credentials', ({ world }) => world.apiKeys.update({ key: 'svc_acme' }, { revoked: true })],
  ['faults', ({ faults }) => faults.add({ status: 500 })],
  ['clock', ({ clock }) => clock.advance(1000)],
  ['requests', ({ requests }) => requests.clear()],
  ['all', (mock) => mock.reset()],
])('a change of %s in process notifies subscribers', async (what, change) => {
  const { mock } = service();
  const told: unknown[] = [];
  controlOf(mock).subscribe(({ data }) => told.push(data));
  await change(mock);
  await vi.waitFor(() => expect(told).toContainEqual({ what }));
});
