import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { acme, start } from '../../test/fixture.ts';
import { closed, open } from '../../test/raw-http.ts';
import { serve } from '../../test/served.ts';
import { credentialId } from './credentials.ts';
import type { ControlRoute } from './route.ts';
import { routes } from './routes.ts';

test('the root lists the routes with method, path and summary', async () => {
  const { control, url } = await serve();
  const { body } = await control('GET', '');
  expect(body).toMatchObject({
    routes: expect.arrayContaining([{ method: 'POST', path: '/__mock/reset', summary: expect.any(String) }]),
  });
  expect((await fetch(`${url}/__mock?x=1`)).status).toBe(200);
});

test('an unknown route gets 404, a wrong method gets 405 with Allow', async () => {
  const { control, raw } = await serve();
  for (const path of [
    'nothing',
    'reset/',
    '/reset',
    'RESET',
    '../api/v1/projects',
    'dashboard',
    'dashboard/constructor',
  ]) {
    expect((await raw(`GET /__mock/${path}`)).status).toBe(404);
  }
  expect((await control('GET', 'reset')).status).toBe(405);
  expect((await raw('PUT /__mock/faults')).headers['allow']).toBe('POST, GET, DELETE');
});

test('reset restores the initial state of the mock', async () => {
  const { control, patch, get, mock } = await serve();
  await patch('/projects/prj_web/issues/1', { priority: 'low' });
  await control('POST', 'faults', { status: 500 });
  await control('POST', 'clock', { advanceMs: 1000 });
  expect(await control('POST', 'reset')).toEqual({ status: 200, body: {} });
  expect(mock.requests.all()).toEqual([]);
  expect((await control('GET', 'faults')).body).toEqual([]);
  expect((await get('/projects/prj_web/issues/1')).body.data.priority).toBe('high');
  expect(mock.clock.now()).toBe(Date.parse(start));
});

test('each write without a body equals a write with {}, and needs no content type', async () => {
  const { raw } = await serve();
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
  for (const { method, path } of routes) {
    if (method !== 'POST' && method !== 'PATCH') continue;
    const line = `${method} /__mock/${path.replaceAll(/[{}]/g, '')}`;
    const { status } = await raw(line, { 'content-type': 'application/json' }, '{}');
    for (const headers of [{}, { 'content-length': '0' }, form]) {
      const answer = await raw(line, headers);
      expect([line, answer.status, answer.body]).toEqual([line, status, expect.not.stringContaining('content-type')]);
    }
  }
});

test('writes without a body, also in chunks, share a connection', async () => {
  const { url } = await serve();
  const socket = open(url);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  const head = `POST /__mock/reset HTTP/1.1\r\nhost: ${new URL(url).host}\r\n`;
  const chunked = 'transfer-encoding: chunked\r\n\r\n0\r\n\r\n';
  socket.write(`${head}\r\n${head}${chunked}${head}connection: close\r\n\r\n`);
  await closed(socket);
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
});

test('a snapshot restores the whole state any number of times', async () => {
  const { control, post } = await serve();
  const taken = await control('POST', 'snapshot');
  const before = await control('GET', 'state');
  for (let round = 0; round < 2; round++) {
    await post('/projects/prj_web/issues/1/comments', { content: 'gone soon' });
    expect(await control('GET', 'state')).not.toEqual(before);
    expect((await control('POST', 'restore', taken.body)).status).toBe(200);
    expect(await control('GET', 'state')).toEqual(before);
  }
  expect(await control('POST', 'restore', { id: 'snapshot-9' })).toMatchObject({ status: 404 });
});

test('only the 40 most recently used snapshots are kept', async () => {
  const { control } = await serve();
  for (let taken = 0; taken < 40; taken++) await control('POST', 'snapshot');
  expect((await control('POST', 'restore', { id: 'snapshot-1' })).status).toBe(200);
  await control('POST', 'snapshot');
  expect(await control('POST', 'restore', { id: 'snapshot-2' })).toEqual({
    status: 404,
    body: { error: 'There is no snapshot "snapshot-2": only the 40 used last are kept' },
  });
  expect((await control('POST', 'restore', { id: 'snapshot-1' })).status).toBe(200);
});

test('the clock advances by a duration or to a date, and rate windows follow it [LIM-1]', async () => {
  const { control, get } = await serve({}, { rateLimit: { requests: 1 } });
  await get('/projects');
  expect((await get('/projects')).status).toBe(429);
  expect(await control('POST', 'clock', { advanceMs: 60_000 })).toEqual({
    status: 200,
    body: { now: '2026-05-01T12:01:00.000Z', movedMs: 60_000 },
  });
  expect((await get('/projects')).status).toBe(200);
  const { body } = await control('POST', 'clock', { set: '2027-01-01T00:00:00.000Z' });
  expect(body).toMatchObject({ now: '2027-01-01T00:00:00.000Z' });
  for (const set of ['2027-01-02', Date.parse('2027-01-02T00:00:00.000Z')])
    expect((await control('POST', 'clock', { set })).body).toMatchObject({ now: '2027-01-02T00:00:00.000Z' });
});

test('the clock can be moved back, and set to the computer’s time', async () => {
  const { control, mock } = await serve();
  expect((await control('POST', 'clock', { advanceMs: -60_000 })).body).toEqual({
    now: '2026-05-01T11:59:00.000Z',
    movedMs: -60_000,
  });
  expect((await control('POST', 'clock', { set: '2026-05-01T11:58:00.000Z' })).body).toMatchObject({
    movedMs: -60_000,
  });
  await control('POST', 'clock', { set: 'now' });
  expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(60_000);
  const { aheadMs } = (await control('GET', 'clock')).body as { aheadMs: number };
  expect(Math.abs(aheadMs)).toBeLessThan(60_000);
});

test.each([
  [{}, 'body'],
  [{ advanceMs: 1, set: '2027-01-01T00:00:00.000Z' }, 'body'],
  [{ advanceMs: '1' }, 'advanceMs'],
  [{ set: 'tomorrow' }, 'set'],
  [{ set: null }, 'set'],
  [{ set: '+012026-01-01T00:00:00.000Z' }, 'body'],
  [{ advance: 1 }, 'advance'],
  [[], 'body'],
])('a change of the clock by %j gets 400', async (body, field) => {
  const { control, mock } = await serve();
  expect(await control('POST', 'clock', body)).toEqual({
    status: 400,
    body: { error: 'Invalid input', details: [{ field, message: expect.any(String) }] },
  });
  expect(mock.clock.now()).toBe(Date.parse(start));
});

test('faults can be added, listed with their requests, and removed', async () => {
  const { control, get } = await serve();
  const added = await control('POST', 'faults', { endpoint: 'projects.list', status: 503, times: null });
  expect(added).toEqual({ status: 200, body: { id: 'fault-1' } });
  for (let time = 0; time < 3; time++) expect((await get('/projects')).status).toBe(503);
  expect((await control('GET', 'faults')).body).toMatchObject([
    { id: 'fault-1', remaining: null, requests: [{ status: 503 }, { status: 503 }, { status: 503 }] },
  ]);
  await control('DELETE', 'faults');
  expect((await get('/projects')).status).toBe(200);
});

test('a consumed fault stays in the list with its requests', async () => {
  const { control, get } = await serve();
  await control('POST', 'faults', { drop: true });
  await expect(get('/projects')).rejects.toThrow();
  expect((await control('GET', 'faults')).body).toMatchObject([
    { remaining: 0, requests: [{ faultId: expect.any(String) }] },
  ]);
});

test.each([
  [{ endpoint: 'issues.create', status: 500 }, 'endpoint', 'issues.get'],
  [{ status: '500' }, 'status', 'number'],
  [{ status: 99 }, 'status', '200 to 599'],
  [{ headers: { a: 1 } }, 'headers.a', 'string'],
  [{ delay: 5 }, 'delay', 'did you mean "delayMs"?'],
  [{}, 'body', 'needs an effect'],
])('the fault %j gets 400', async (fault, field, message) => {
  const { control } = await serve();
  expect(await control('POST', 'faults', fault)).toEqual({
    status: 400,
    body: { error: 'Invalid input', details: [{ field, message: expect.stringContaining(message) }] },
  });
});

test('a tenant comes with the options of a client for it', async () => {
  const { control } = await serve();
  const { body } = await control('POST', 'tenants', { issues: [{ title: 'Mine', priority: 'low' }] });
  const { project, clientOptions } = body as {
    project: { id: string };
    clientOptions: { baseUrl: string; apiKey: string };
  };
  const client = new IssueTrackingClient(clientOptions);
  expect((await client.issues.list(project.id)).data).toMatchObject([{ title: 'Mine', priority: 'low' }]);
});

test.each([
  [{ issues: -1 }, 'issues'],
  [{ issues: 'three' }, 'issues'],
  [{ issues: [{ title: 'x', status: 'done' }] }, 'issues[0].status'],
  [{ issues: 100_001 }, 'issues'],
  [{ scopes: ['admin'] }, 'scopes[0]'],
  [{ name: 'x' }, 'name'],
])('a tenant with %j gets 400', async (options, field) => {
  const { control } = await serve();
  expect(await control('POST', 'tenants', options)).toMatchObject({ status: 400, body: { details: [{ field }] } });
});

test('the dashboard has the actions that the API lacks [GEN-6] [STA-5] [STA-6]', async () => {
  const { control, get, as } = await serve();
  const ref = { projectId: 'prj_empty', issueNumber: 1 };
  const act = async (action: string, body: object) => {
    const answer = await control('POST', `dashboard/${action}`, body);
    expect(answer.status).toBe(200);
    return answer.body as Record<string, string>;
  };
  expect(await act('createIssue', { projectId: 'prj_empty', title: 'New', labels: ['bug'] })).toMatchObject(ref);
  expect(await act('verify', ref)).toMatchObject({ status: 'verified' });
  expect(await act('publishReport', ref)).toMatchObject({ status: 'closed' });
  expect(await act('addComment', { ...ref, content: 'Done', authorName: 'Ada' })).toMatchObject({ content: 'Done' });
  expect((await get('/projects/prj_empty/issues/1')).body.data).toMatchObject({ title: 'New', status: 'closed' });

  const organization = await act('createOrganization', { name: 'New' });
  const project = await act('createProject', { organizationId: organization['id'], name: 'Fresh' });
  const { key } = await act('createApiKey', { organizationId: organization['id'], scopes: ['projects:read'] });
  expect((await as(String(key)).get('/projects')).body.data).toMatchObject([{ id: project['id'], name: 'Fresh' }]);
  await act('revokeApiKey', { key });
  expect((await as(String(key)).get('/projects')).status).toBe(401);

  const user = await act('createUser', { name: 'Ada', organizations: ['acme', organization['slug']] });
  const { token } = await act('createAccessToken', { userId: user['id'] });
  expect((await as(String(token)).get('/projects')).body.total).toBe(3);
});

test.each([
  ['verify', { projectId: 'prj_web', issueNumber: 99 }, 'body'],
  ['verify', { projectId: 'prj_web' }, 'issueNumber'],
  ['createIssue', { projectId: 'prj_web', status: 'done' }, 'status'],
  ['createIssue', {}, 'projectId'],
  ['createOrganization', { id: 'x' }, 'id'],
  ['createApiKey', { organizationId: acme, scopes: ['all'] }, 'scopes[0]'],
  ['createApiKey', { organizationId: acme, expiresAt: 'never' }, 'expiresAt'],
  ['revokeApiKey', { key: 'svc_unknown' }, 'body'],
])('the dashboard action %s with %j gets 400 and changes nothing', async (action, body, field) => {
  const { control } = await serve();
  const before = await control('GET', 'state');
  expect(await control('POST', `dashboard/${action}`, body)).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ field, message: expect.any(String) }] },
  });
  expect(await control('GET', 'state')).toEqual(before);
});

test('the listed requests contain no credential', async () => {
  const { control, get } = await serve();
  await get('/projects?organizationSlug=acme');
  await get('/project');
  const { body } = await control('GET', 'requests');
  expect(body).toMatchObject([
    {
      method: 'GET',
      path: '/api/v1/projects',
      search: 'organizationSlug=acme',
      endpoint: 'projects.list',
      status: 200,
    },
    { path: '/api/v1/project', nearest: 'GET /api/v1/projects', status: 404 },
  ]);
  expect(JSON.stringify(body)).not.toContain('svc_acme');
});

test('the OpenAPI document of the API has the URL of this server', async () => {
  const { control, url } = await serve();
  expect((await control('GET', 'openapi.json')).body).toMatchObject({ openapi: '3.1.1', servers: [{ url }] });
});

test('the list of routes has every route, and the OpenAPI document of the API', async () => {
  const { control } = await serve();
  const { body } = await control('GET', '');
  expect(body).toMatchObject({ openApi: '/__mock/openapi.json' });
  expect((body as { routes: unknown[] }).routes).toHaveLength(routes.length);
});

test('each route responds to a valid request', async () => {
  const { control, get } = await serve();
  const ref = { projectId: 'prj_web', issueNumber: 1 };
  const bodies: Record<string, object> = {
    requests: { method: 'GET', path: '/api/v1/projects', credentialId: credentialId('svc_acme') },
    restore: { id: 'snapshot-2' },
    clock: { advanceMs: 1 },
    faults: { status: 500, times: null },
    tenants: { issues: 1 },
    'dashboard/createProject': { organizationId: acme },
    'dashboard/createIssue': { projectId: 'prj_web' },
    'dashboard/verify': ref,
    'dashboard/publishReport': ref,
    'dashboard/addComment': { ...ref, content: 'Done' },
    'dashboard/createApiKey': { organizationId: acme },
    'dashboard/revokeApiKey': { key: 'svc_other' },
    'dashboard/deleteIssue': { projectId: 'prj_web', issueNumber: 5 },
    'dashboard/setScopes': { token: 'oat_ada', scopes: ['issues:read'] },
    'dashboard/setOrganizations': { id: 'usr_ada', organizations: ['acme'] },
    'dashboard/createAccessToken': { userId: 'usr_ada' },
  };
  await control('POST', 'snapshot');
  await control('POST', 'faults', { status: 500 });
  await get('/projects');
  await get('/nothing');
  const failed: unknown[] = [];
  const paths: Record<string, string> = {
    'requests/{id}': 'requests/1',
    'faults/{id}': 'faults/fault-1',
    'snapshots/{id}': 'snapshots/snapshot-1',
    'requests/{id}/copies': 'requests/1/copies',
    'requests/{id}/replay': 'requests/1/replay',
    'records/{collection}': 'records/issues',
    'records/{collection}/{id}': 'records/comments/c1',
    'credentials/{id}': `credentials/${credentialId('svc_acme')}`,
    'credentials/{id}/revoke': `credentials/${credentialId('svc_only_issues:read')}/revoke`,
  };
  // Creating routes first, then reading ones, then deleting ones.
  const turn = { POST: 0, GET: 1, PATCH: 2, DELETE: 3 };
  const isLast = ({ method, path }: ControlRoute) =>
    ['restore', 'reset'].includes(path) || (method === 'DELETE' && !path.includes('{'));
  const order = routes.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || turn[a.method] - turn[b.method]);
  for (const route of order) {
    if ('subscribe' in route) continue;
    const { status, body } = await control(route.method, paths[route.path] ?? route.path, bodies[route.path]);
    if (status !== 200) failed.push({ path: route.path, status, body });
  }
  expect(failed).toEqual([]);
});

test('the event stream has one event per request', async () => {
  const { url, get, close } = await serve();
  const response = await fetch(`${url}/__mock/events`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
  })();
  await get('/projects');
  await get('/nothing');
  await vi.waitUntil(() => text.match(/event: request/g)?.length === 2);
  expect(text).toMatch(/event: request\ndata: {.*"path":"\/api\/v1\/projects".*"status":200.*}\n\n/);
  await close();
  await reading;
});

test('a malformed or deeply nested body gets 400, and later requests are served', async () => {
  const { raw, control } = await serve();
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const json = { 'content-type': 'application/json' };
  expect((await raw('POST /__mock/faults', json, deep)).status).toBe(400);
  expect((await raw('POST /__mock/faults', json, `{"status":500,"body":${deep}}`)).status).toBe(400);
  expect((await raw('POST /__mock/faults', json, '{"status":500,"__proto__":{"x":1}}')).status).toBe(400);
  expect((await raw('POST /__mock/faults', json, '{')).status).toBe(400);
  expect((await control('GET', 'requests')).body).toEqual([]);
});

test('an unknown query parameter gets 400 and changes nothing', async () => {
  const { control, mock } = await serve();
  mock.faults.add({ status: 500 });
  expect(await control('DELETE', 'faults?id=fault-9')).toMatchObject({
    status: 400,
    body: { details: [{ field: 'id', message: 'must be left out: this route takes no query' }] },
  });
  expect(mock.faults.list()).toHaveLength(1);
  expect(await control('GET', 'records/issues?statuss=open')).toMatchObject({
    status: 400,
    body: { details: [{ field: 'statuss', message: expect.stringContaining('did you mean "status"?') }] },
  });
});
