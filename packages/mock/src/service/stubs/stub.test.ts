import { expect, test, vi } from 'vitest';
import { service } from '../../../test/fixture.ts';

const path = '/api/v1/projects/{projectId}/issues/{issueNumber}/events';
const at = '/projects/prj_web/issues/1/events';

test('a stub responds with the result of its function of parameters, query and body [GAP-10]', async () => {
  const { get, post, mock } = service();
  expect((await get(at)).status).toBe(404);
  mock.stubs.add({
    method: 'GET',
    path,
    reply: ({ params: { projectId, issueNumber }, query }) => ({ data: [projectId, Number(issueNumber), query] }),
  });
  mock.stubs.add({ method: 'POST', path, status: 202, reply: async ({ body }) => ({ data: body }) });
  expect(await get(`${at}?type=opened`)).toMatchObject({
    status: 200,
    body: { data: ['prj_web', 1, { type: 'opened' }] },
  });
  expect(await post(at, { type: 'noted' })).toMatchObject({ status: 202, body: { data: { type: 'noted' } } });
});

test('a stub has the checks of an endpoint, in the same order [AUTH-3] [AUTH-4] [AUTH-6] [LIM-1] [ERR-4] [GAP-25]', async () => {
  const { get, post, as, send, mock } = service({ rateLimit: { requests: 4 } });
  mock.stubs.add({ method: 'GET', path, reply: { data: [] } });
  mock.stubs.add({ method: 'POST', path, scope: 'projects:read', reply: { data: {} } });
  expect((await as(null).get(at)).status).toBe(401);
  expect((await as('svc_only_issues:write').get(at)).status).toBe(403);
  expect((await as('svc_only_projects:read').post(at, {})).status).toBe(200);
  expect((await as('svc_globex').get(at)).body).toEqual({ error: 'Project not found' });
  expect((await get('/projects/prj_web/issues/99/events')).body).toEqual({ error: 'Issue not found' });
  expect((await get('/projects/prj_web/issues/01/events')).status).toBe(400);
  expect((await post(at, '{')).status).toBe(400);
  expect(await send('PATCH', at)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } });
  expect((await get(at)).status).toBe(200);
  expect((await get(at)).status).toBe(429);
});

test('a stub follows the behavior options that apply to it [GAP-48] [GAP-53]', async () => {
  const { get, send, mock } = service({ behavior: { unknownParameters: 'reject' } });
  mock.stubs.add({ method: 'GET', path, reply: ({ query }) => ({ data: query }) });
  expect((await get(`${at}?type=opened`)).body).toEqual({ data: { type: 'opened' } });
  expect(await send('HEAD', at)).toMatchObject({ status: 200, body: '' });
});

test('requests to a stub are logged, and faults apply to them', async () => {
  const { get, mock } = service();
  mock.stubs.add({ method: 'GET', path, reply: { data: [] } });
  mock.faults.add({ issueNumber: 1, status: 503 });
  expect([(await get(at)).status, (await get(at)).status]).toEqual([503, 200]);
  expect(mock.requests.find({ projectId: 'prj_web', issueNumber: 1, status: 200 })).toMatchObject([
    { stub: `GET ${path}`, response: { data: [] } },
  ]);
  expect(mock.requests.last()).not.toHaveProperty('nearest');
});

test('the later of two stubs for one path responds, until it is removed or the mock is reset', async () => {
  const { get, mock } = service();
  mock.stubs.add({ method: 'GET', path, reply: { data: 1 } });
  const later = mock.stubs.add({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{number}/events',
    reply: { data: 2 },
  });
  expect([mock.stubs.list().length, (await get(at)).body]).toEqual([1, { data: 2 }]);
  const before = mock.snapshot();
  later.remove();
  expect((await get(at)).status).toBe(404);
  mock.restore(before);
  expect((await get(at)).status).toBe(200);
  mock.reset();
  expect([mock.stubs.list(), (await get(at)).status]).toEqual([[], 404]);
});

test('a reply that throws or returns no JSON gets 500, with its error on the console only [ERR-5]', async () => {
  const { get, mock } = service();
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failing = mock.stubs.add({
    method: 'GET',
    path,
    reply() {
      throw new Error('secret');
    },
  });
  expect(await get(at)).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
  failing.remove();
  mock.stubs.add({ method: 'GET', path, reply: () => undefined });
  expect((await get(at)).status).toBe(500);
  expect(print.mock.calls.map(([error]) => error.message)).toEqual([
    'secret',
    expect.stringContaining('must return JSON'),
  ]);
  print.mockRestore();
});

test.each([
  [{ path: '/events' }, '"path" must be a path such as /api/v1/projects/{projectId}/events'],
  [{ path: '/api/v1/{a}/{a}' }, '"path" must be a path'],
  [{ path: '/api/v1/a//b' }, '"path" must be a path'],
  [{ path: '/api/v1/x{a}' }, '"path" must be a path'],
  [{ method: 'DELETE' }, '"method" must be one of: GET, POST, PATCH'],
  [{ scope: 'admin' }, '"scope" must be one of'],
  [{ reply: 'text' }, '"reply" must be a function of the request, or the object, array or null that it would return'],
  [{ replay: {} }, 'A stub has no "replay"; did you mean "reply"?'],
  [
    { path: '/api/v1/projects/{id}/issues' },
    'GET /api/v1/projects/{id}/issues is issues.list, which the mock already has: change its responses with mock.faults',
  ],
])('stubs.add() rejects %j: %s', (members, message) => {
  const { mock } = service();
  // Possible in JavaScript.
  expect(() => mock.stubs.add({ method: 'GET', path, reply: {}, ...members } as never)).toThrow(message);
  expect(mock.stubs.list()).toEqual([]);
});
