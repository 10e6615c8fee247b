import { expect, test } from 'vitest';
import { acme, service, start } from '../../test/fixture.ts';
import { internalsOf } from '../mock/internals.ts';
import type { RequestFilter } from './filter.ts';

test('the log has each request in order of arrival, with its response', async () => {
  const { get, patch, as, mock } = service();
  await get('/projects/prj_web/issues?limit=1');
  await patch('/projects/prj_web/issues/1', { status: 'closed' });
  await as('svc_expired').get('/projects');
  const of = {
    at: Date.parse(start),
    tenant: acme,
    credential: 'acme (svc_…)',
    durationMs: 0,
    settings: { rateLimit: false },
  } as const;
  expect(mock.requests.all()).toEqual([
    {
      ...of,
      number: 1,
      method: 'GET',
      path: '/api/v1/projects/prj_web/issues',
      search: 'limit=1',
      headers: { authorization: 'Bearer svc_…' },
      endpoint: 'issues.list',
      status: 200,
      response: { data: [expect.objectContaining({ title: 'Newest' })], total: 5, page: 1, totalPages: 5 },
    },
    {
      ...of,
      number: 2,
      method: 'PATCH',
      path: '/api/v1/projects/prj_web/issues/1',
      search: '',
      headers: { authorization: 'Bearer svc_…', 'content-type': 'application/json' },
      endpoint: 'issues.update',
      body: { status: 'closed' },
      status: 403,
      error: expect.stringContaining('closed'),
      reason: 'status',
      why: expect.stringContaining('does not set closed'),
      response: { error: expect.stringContaining('closed') },
    },
    expect.objectContaining({ number: 3, endpoint: 'projects.list', status: 401 }),
  ]);
  expect(mock.requests.last()).toEqual(mock.requests.all()[2]);
});

test('the duration of a request is measured with the clock of the mock', async () => {
  const { get, mock } = service();
  mock.faults.add({ delayMs: 1500 });
  const answered = get('/projects');
  await mock.clock.advance(1500);
  await answered;
  expect(mock.requests.last()?.durationMs).toBe(1500);
});

test('the log drops the oldest bodies to stay within its memory limit', async () => {
  const { post, mock } = service({ requestLog: { bytes: 50_000 } });
  const content = 'x'.repeat(20_000);
  for (let round = 0; round < 3; round++) await post('/projects/prj_web/issues/1/comments', { content });
  expect(mock.requests.all()).toMatchObject([
    { number: 1, status: 201, headers: {}, forgotten: true },
    { number: 2, status: 201, headers: {}, forgotten: true },
    { number: 3, body: { content } },
  ]);
  expect(mock.requests.find({ endpoint: 'issues.comments.create', status: 201 })).toHaveLength(3);
  expect(() => mock.requests.find({ body: { content } })).toThrow(
    'has dropped headers and bodies of the first 2 requests',
  );
});

test('a fault lists its last thousand requests, and shares dropped bodies with the log', async () => {
  const { post, mock } = service({ requestLog: { bytes: 200_000 } });
  const fault = mock.faults.add({ times: null, status: 500 });
  const content = 'x'.repeat(20_000);
  for (let round = 0; round < 1003; round++) await post('/projects/prj_web/issues/1/comments', { content });
  expect([fault.requests.length, fault.requests[0]?.number]).toEqual([1000, 4]);
  expect(fault.requests.filter(({ forgotten }) => !forgotten).length).toBeLessThan(1000);
});

test('the log keeps the last thousand requests', async () => {
  const { get, mock } = service();
  for (let i = 0; i < 1003; i++) await get(`/projects?n=${i}`);
  const searches = mock.requests.all().map(({ search }) => search);
  expect([searches.length, searches[0], searches.at(-1)]).toEqual([1000, 'n=3', 'n=1002']);
  expect(mock.requests.last()?.search).toBe('n=1002');
});

test('the log contains no credential, not even from a URL or a body', async () => {
  const { get, post, as, mock } = service();
  const { apiKey, organization } = await mock.tenant();
  await as(apiKey).get(`/projects?key=${apiKey}`);
  await get('/projects/svc_acme/issues');
  await as('svc_unknown_and_long_enough').get('/projects');
  await post('/projects/prj_web/issues/1/comments', { content: `My key is "${apiKey}", and svc_acme` });
  expect(mock.requests.last()?.body).toEqual({ content: `My key is "svc_…${apiKey.slice(-4)}", and svc_…` });
  await post('/projects/prj_web/issues/1/comments', `{"content":"${apiKey}`);
  const text = JSON.stringify(mock.requests.all());
  for (const secret of [apiKey, 'svc_acme', 'svc_unknown_and_long_enough']) expect(text).not.toContain(secret);
  expect(mock.requests.all()[0]?.credential).toBe(`${organization.slug} (svc_…${apiKey.slice(-4)})`);
});

test.each([
  ['/project', 'GET /api/v1/projects'],
  ['/projects/', 'GET /api/v1/projects'],
  ['/projects/prj_web/issue', 'GET /api/v1/projects/{projectId}/issues'],
  ['/projects/prj_web/issues/1/comment', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}/comments'],
  ['/projects/prj_web/issues/1/consoleLogs', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}/console-logs'],
  ['/projects/prj_web/issues/1/TECH-CONTEXT', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}/tech-context'],
  ['/issues/1', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}'],
])('the log entry of %s has the nearest endpoint, %s [GAP-25]', async (path, nearest) => {
  const { get, mock } = service();
  await get(path);
  expect(mock.requests.last()).toMatchObject({ nearest, status: 404 });
});

test('the log keeps a non-JSON body as text, and of a long body only the start, marked as such', async () => {
  const { patch, mock } = service();
  await patch('/projects/prj_web/issues/1', '{"status"');
  expect(mock.requests.last()?.body).toBe('{"status"');
  const long = JSON.stringify({ status: 'open', x: 'x'.repeat(65_536) });
  await patch('/projects/prj_web/issues/1', long);
  expect(mock.requests.last()).toMatchObject({ status: 200, body: long.slice(0, 4096), bodyKept: 'beginning' });
  await patch('/projects/prj_web/issues/1', 'x'.repeat(1_048_577));
  expect(mock.requests.last()).toMatchObject({ status: 400, bodyKept: 'nothing' });
  expect(mock.requests.last()).not.toHaveProperty('body');
});

test('the log keeps only the start of a long response, marked as such', async () => {
  const { get, mock } = service();
  mock.faults.add({ status: 200, body: 'y'.repeat(65_537) });
  await get('/projects');
  expect(mock.requests.last()).toMatchObject({ response: 'y'.repeat(4096), responseKept: 'beginning' });
});

test('the log masks a credential that spans the cut of a long body', async () => {
  const { as, post, mock } = service();
  const { apiKey } = await mock.tenant();
  const before = 'x'.repeat(4096 - 10);
  await as(apiKey).post('/projects/prj_web/issues/1/comments', `${before}${apiKey}${'x'.repeat(65_536)}`);
  await post('/projects/prj_web/issues/1/comments', `${before}${apiKey}${'x'.repeat(65_536)}`);
  for (const { body } of mock.requests.all()) expect(String(body).slice(4096 - 10)).toMatch(/^svc_…/);
});

test('log entries are copies', async () => {
  const { get, mock } = service();
  await get('/projects');
  Object.assign(mock.requests.last() ?? {}, { status: 999 });
  expect(mock.requests.last()?.status).toBe(200);
});

test('subscribers are notified of each request when it ends', async () => {
  const { get, mock } = service();
  const told: unknown[] = [];
  const { requestListeners } = internalsOf(mock).service;
  const listener = ({ status }: { status?: number }) => told.push(status);
  requestListeners.add(listener);
  mock.faults.add({ drop: true, endpoint: 'issues.get' });
  await get('/projects');
  await expect(get('/projects/prj_web/issues/1')).rejects.toThrow();
  requestListeners.delete(listener);
  await get('/projects');
  expect(told).toEqual([200, undefined]);
});

test('subscribers are not notified of a request that was in flight when the log was cleared', async () => {
  const { get, mock } = service();
  const told: string[] = [];
  internalsOf(mock).service.requestListeners.add(({ path }) => told.push(path));
  mock.faults.add({ when: 'arrival', delayMs: 1000 });
  const waiting = get('/projects');
  mock.requests.clear();
  await get('/projects/prj_web/issues');
  await mock.clock.advance(1000);
  await waiting;
  expect(told).toEqual(['/api/v1/projects/prj_web/issues']);
});

const comment = '/projects/prj_web/issues/1/comments';

test.each([
  ['without a credential', async ({ as }: Service) => as(null).post(comment, { content: 'kept' }), 401],
  ['with a wrong key', async ({ as }: Service) => as('svc_unknown').post(comment, { content: 'kept' }), 401],
  ['without the scope', async ({ as }: Service) => as('svc_none').post(comment, { content: 'kept' }), 403],
  ['to an unknown path', async ({ post }: Service) => post('/nothing', { content: 'kept' }), 404],
  ['with a wrong method', async ({ patch }: Service) => patch('/projects', { content: 'kept' }), 405],
  [
    'with another content type',
    async ({ post }: Service) => post(comment, { content: 'kept' }, { 'content-type': 'text/plain' }),
    400,
  ],
  [
    'over the rate limit',
    async ({ post, mock }: Service) => {
      mock.settings.change({ rateLimit: { requests: 0 } });
      return post(comment, { content: 'kept' });
    },
    429,
  ],
  [
    'with a fault',
    async ({ post, mock }: Service) => {
      mock.faults.add({ status: 503 });
      return post(comment, { content: 'kept' });
    },
    503,
  ],
] as const)('the log has the body of a write %s, with or without a subscriber', async (_, send, status) => {
  for (const isFollowed of [false, true]) {
    const it = service();
    if (isFollowed) internalsOf(it.mock).service.requestListeners.add(() => {});
    expect((await send(it)).status).toBe(status);
    expect(it.mock.requests.last()).toMatchObject({ status, body: { content: 'kept' } });
    expect(it.mock.requests.last()).not.toHaveProperty('bodyKept');
  }
});

type Service = ReturnType<typeof service>;

test('the log has the body of a write whose connection was dropped', async () => {
  const { post, mock } = service();
  mock.scenario = 'offline';
  await expect(post(comment, { content: 'kept' })).rejects.toThrow();
  expect(mock.requests.last()).toMatchObject({ reason: 'scenario', body: { content: 'kept' } });
});

test('known credentials are logged with their name, even if rejected, and can be found by it', async () => {
  const { as, mock } = service();
  const { key } = mock.world.apiKeys.create({ organizationId: acme, name: 'acme-ci' });
  for (const each of [key, 'svc_acme', 'svc_other', 'svc_expired', 'svc_unknown']) await as(each).get('/projects');
  await as(key).get('/nothing');
  const masked = `acme-ci (svc_…${key.slice(-4)})`;
  expect(mock.requests.all().map(({ credential }) => credential)).toEqual([
    masked,
    'acme (svc_…)',
    'acme-2 (svc_…)',
    'acme-7 (svc_…)',
    undefined,
    masked,
  ]);
  const numbers = (filter: RequestFilter) => mock.requests.find(filter).map(({ number }) => number);
  expect([numbers({ credential: 'acme-ci' }), numbers({ credential: masked })]).toEqual([
    [1, 6],
    [1, 6],
  ]);
});

test('names of credentials are unique, passed or generated', async () => {
  const { accessTokens, apiKeys: keys } = service().mock.world;
  const named = (name?: string) => keys.create({ organizationId: acme, name }).name;
  expect(() => named('globex')).toThrow('The credential globex already exists.');
  expect(() => named('svc_acme')).toThrow('keys are not');
  expect(() => named(' ci\n')).toThrow('must be one line');
  accessTokens.create({ userId: 'usr_ada', name: 'acme-9' });
  expect(named()).toBe('acme-10');
  const apiKeys = [{ key: 'svc_a' }, { key: 'svc_b', name: 'x' }, { key: 'svc_c' }];
  const organization = { id: acme, slug: 'x', name: 'X' };
  const { world } = service({ world: { organizations: [{ ...organization, apiKeys }] } }).mock;
  expect(world.apiKeys.find().map(({ name }) => name)).toEqual(['x-2', 'x', 'x-3']);
  const twice = apiKeys.map((each) => ({ ...each, name: 'x' }));
  expect(() => service({ world: { organizations: [{ ...organization, apiKeys: twice }] } })).toThrow(
    'organizations[0].apiKeys[1].name: must be unique: organizations[0].apiKeys[0].name is the same',
  );
});

test('a log entry has the settings of its request that differ from the defaults', async () => {
  const { get, mock } = service({ rateLimit: undefined });
  await get('/projects');
  mock.settings.change({ scenario: 'empty', behavior: { listItem: 'labels', readLag: 3 } });
  await get('/projects');
  mock.settings.change({ scenario: 'normal', rateLimit: { requests: 5 } });
  await get('/projects');
  const behavior = { listItem: 'labels', readLag: 3 };
  expect(mock.requests.all().map(({ settings }) => settings)).toEqual([
    undefined,
    { scenario: 'empty', behavior },
    { rateLimit: { requests: 5, windowMs: 60_000 }, behavior },
  ]);
});

test('the log masks headers and query parameters named like a credential [AUTH-1]', async () => {
  const { get, mock } = service();
  await get('/projects?page=1&access_token=hunter2&API%5FKEY=hunter2&client_secret=hunter2&keyword=x', {
    'x-api-key': 'hunter2',
    'x-auth-token': 'hunter2',
    referer: 'https://app.example/?access_token=hunter2',
  });
  expect(mock.requests.last()).toMatchObject({
    search: 'page=1&access_token=…&API%5FKEY=…&client_secret=…&keyword=x',
    headers: { 'x-api-key': '…', 'x-auth-token': '…', referer: 'https://app.example/?access_token=…' },
  });
  expect(JSON.stringify(mock.requests.all())).not.toContain('hunter2');
  expect(mock.requests.nearestMiss({ query: { client_secret: 'other' } })?.misses).toEqual([
    'query.client_secret is another value, not "other"',
  ]);
});

test.each(['x-gateway-secret', 'x-signing-key', 'x-csrf-token', 'cookie', 'proxy-authorization'])(
  'the log masks the header %j [AUTH-1]',
  async (name) => {
    const { get, mock } = service();
    await get('/projects', { [name]: 'hunter2-hunter2' });
    expect(mock.requests.last()?.headers[name]).toBe('…');
    expect(JSON.stringify(mock.requests.all())).not.toContain('hunter2');
  },
);
