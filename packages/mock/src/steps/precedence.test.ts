import { expect, test } from 'vitest';
import { client, service } from '../../test/fixture.ts';

/**
 * Each step's mistake with every later mistake beside it: what is answered is always the first. The order is that of
 * GAP-20: path, method, credential, request rate, scope, content type, JSON, query and path parameters, project, issue,
 * body members, status rule.
 */
const json = { 'content-type': 'application/json' };
const wrong = { status: 'done' };

test('an unknown path takes precedence over all other errors [GAP-20] [GAP-25]', async () => {
  const { as } = service();
  expect((await as(null).post('/projects/%zz/nothing', '{', { 'content-type': 'text/plain' })).status).toBe(404);
});

test('a wrong method takes precedence over the credential [GAP-20] [GAP-25]', async () => {
  expect((await service().as(null).post('/projects/%zz/issues', '{')).status).toBe(405);
});

test('an invalid credential takes precedence over the input [GAP-20] [AUTH-3]', async () => {
  const { as } = service({ rateLimit: { requests: 1 } });
  expect((await as('svc_expired').patch('/projects/%zz/issues/0', '{', { 'content-type': 'text/plain' })).status).toBe(
    401,
  );
});

test('the rate limit takes precedence over the scope [GAP-20] [LIM-1] [AUTH-4]', async () => {
  const { as } = service({ rateLimit: { requests: 1 } });
  const { patch } = as('svc_none');
  expect((await patch('/projects/prj_nothing/issues/0', '{')).status).toBe(403);
  expect((await patch('/projects/prj_nothing/issues/0', '{')).status).toBe(429);
});

test('the scope takes precedence over content type and JSON [GAP-20] [AUTH-4]', async () => {
  const { as } = service();
  expect(
    (await as('svc_only_issues:read').patch('/projects/%zz/issues/0', '{', { 'content-type': 'text/plain' })).status,
  ).toBe(403);
});

test('the content type takes precedence over JSON, and JSON over path parameters [GAP-20] [ERR-4]', async () => {
  const { patch } = service();
  const fields = async (...request: Parameters<typeof patch>) =>
    (await patch(...request)).body.details.map(({ field }: { field: string }) => field);
  expect(await fields('/projects/%zz/issues/0', '{', { 'content-type': 'text/plain' })).toEqual(['content-type']);
  expect(await fields('/projects/%zz/issues/0', '{')).toEqual(['body']);
  expect(await fields('/projects/%zz/issues/0', wrong)).toEqual(['projectId', 'issueNumber']);
});

test('query and path parameters take precedence over project and issue [GAP-20] [ERR-4] [ERR-3]', async () => {
  const { get, patch } = service();
  expect((await get('/projects/prj_nothing/issues?limit=0')).status).toBe(400);
  expect((await patch('/projects/prj_nothing/issues/0', wrong)).status).toBe(400);
});

test('the project takes precedence over the issue, and both over the body and the status rule [GAP-20] [ERR-3]', async () => {
  const { patch, post } = service();
  expect((await patch('/projects/prj_nothing/issues/99', wrong)).body).toEqual({ error: 'Project not found' });
  expect((await patch('/projects/prj_web/issues/99', wrong)).body).toEqual({ error: 'Issue not found' });
  expect((await patch('/projects/prj_web/issues/99', { status: 'closed' })).body).toEqual({ error: 'Issue not found' });
  expect((await post('/projects/prj_web/issues/99/comments', '[]')).body).toEqual({ error: 'Issue not found' });
});

test('the body takes precedence over the status rule [GAP-20] [GAP-5]', async () => {
  expect((await service().patch('/projects/prj_web/issues/1', { status: 'closed', priority: 'x' })).status).toBe(400);
});

test('a lockout has the precedence of a 401 [GAP-20] [AUTH-7]', async () => {
  const { as, mock } = service({ rateLimit: { requests: 1 } });
  const { patch } = client(mock.fetch, mock.baseUrl, 'svc_guess');
  for (let failure = 0; failure < 5; failure++) await patch('/projects/%zz/issues/0', '{', json);
  expect((await patch('/projects/%zz/issues/0', '{', json)).status).toBe(429);
  expect((await as('svc_guess').get('/nowhere')).status).toBe(404);
});

test('a fault applies after the credential and before the rate limit, against which it does not count [GAP-20] [LIM-1]', async () => {
  const { get, as, mock } = service({ rateLimit: { requests: 1 } });
  await get('/projects');
  mock.faults.add({ status: 503 });
  expect((await as('svc_expired').get('/projects')).status).toBe(401);
  expect((await get('/projects')).status).toBe(503);
  expect((await get('/projects')).status).toBe(429);
});
