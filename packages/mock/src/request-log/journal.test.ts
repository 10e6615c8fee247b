import { expect, test } from 'vitest';
import { service, start } from '../../test/fixture.ts';
import { coreOf } from '../core.ts';

test('the journal has each request in order of arrival, with what became of it', async () => {
  const { get, patch, as, mock } = service();
  await get('/projects/prj_web/issues?limit=1');
  await patch('/projects/prj_web/issues/1', { status: 'closed' });
  await as('svc_expired').get('/projects');
  expect(mock.requests.all()).toEqual([
    {
      at: Date.parse(start),
      method: 'GET',
      path: '/api/v1/projects/prj_web/issues',
      search: 'limit=1',
      endpoint: 'issues.list',
      credential: 'svc_…',
      status: 200,
    },
    {
      at: Date.parse(start),
      method: 'PATCH',
      path: '/api/v1/projects/prj_web/issues/1',
      search: '',
      endpoint: 'issues.update',
      credential: 'svc_…',
      body: { status: 'closed' },
      status: 403,
      error: expect.stringContaining('closed'),
    },
    expect.objectContaining({ endpoint: 'projects.list', status: 401 }),
  ]);
  expect(mock.requests.last()).toEqual(mock.requests.all()[2]);
});

test('requests are found by members or by a test, and cleared', async () => {
  const { get, patch, mock } = service();
  await get('/projects');
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  await patch('/projects/prj_web/issues/1', { status: 'done' });
  expect(mock.requests.find({ endpoint: 'issues.update' })).toHaveLength(2);
  expect(mock.requests.find({ endpoint: 'issues.update', status: 400 })).toMatchObject([{ body: { status: 'done' } }]);
  expect(mock.requests.find(({ method }) => method === 'GET')).toHaveLength(1);
  mock.requests.clear();
  expect([mock.requests.all(), mock.requests.last()]).toEqual([[], undefined]);
});

test('the journal keeps the last thousand', async () => {
  const { get, mock } = service();
  for (let i = 0; i < 1003; i++) await get(`/projects?n=${i}`);
  const searches = mock.requests.all().map(({ search }) => search);
  expect([searches.length, searches[0], searches.at(-1)]).toEqual([1000, 'n=3', 'n=1002']);
  expect(mock.requests.last()?.search).toBe('n=1002');
});

test('no key stands in the journal, also where it was put into the address or a body by mistake', async () => {
  const { get, post, as, mock } = service();
  const { apiKey } = await mock.tenant();
  await as(apiKey).get(`/projects?key=${apiKey}`);
  await get('/projects/svc_acme/issues');
  await as('svc_unknown_and_long_enough').get('/projects');
  await post('/projects/prj_web/issues/1/comments', { content: `My key is "${apiKey}", and svc_acme` });
  expect(mock.requests.last()?.body).toEqual({ content: `My key is "svc_…${apiKey.slice(-4)}", and svc_…` });
  await post('/projects/prj_web/issues/1/comments', `{"content":"${apiKey}`);
  const text = JSON.stringify(mock.requests.all());
  for (const secret of [apiKey, 'svc_acme', 'svc_unknown_and_long_enough']) expect(text).not.toContain(secret);
  expect(mock.requests.all()[0]?.credential).toBe(`svc_…${apiKey.slice(-4)}`);
});

test.each([
  ['/project', 'GET /api/v1/projects'],
  ['/projects/', 'GET /api/v1/projects'],
  ['/projects/prj_web/issue', 'GET /api/v1/projects/{projectId}/issues'],
  ['/projects/prj_web/issues/1/comment', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}/comments'],
  ['/projects/prj_web/issues/1/consoleLogs', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}/console-logs'],
  ['/projects/prj_web/issues/1/TECH-CONTEXT', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}/tech-context'],
  ['/issues/1', 'GET /api/v1/projects/{projectId}/issues/{issueNumber}'],
])('for %s the journal names the nearest endpoint, %s [GAP-25]', async (path, nearest) => {
  const { get, mock } = service();
  await get(path);
  expect(mock.requests.last()).toMatchObject({ nearest, status: 404 });
});

test('a body that is not JSON is kept as text, and a long one not at all', async () => {
  const { patch, mock } = service();
  await patch('/projects/prj_web/issues/1', '{"status"');
  expect(mock.requests.last()?.body).toBe('{"status"');
  await patch('/projects/prj_web/issues/1', { status: 'open', x: 'x'.repeat(65_536) });
  expect(mock.requests.last()).not.toHaveProperty('body');
});

test('entries are copies: changing one changes nothing', async () => {
  const { get, mock } = service();
  await get('/projects');
  Object.assign(mock.requests.last() ?? {}, { status: 999 });
  expect(mock.requests.last()?.status).toBe(200);
});

test('whoever subscribes is told of each request once it is answered', async () => {
  const { get, mock } = service();
  const told: unknown[] = [];
  const stop = coreOf(mock).subscribe(({ status }) => told.push(status));
  mock.faults.add({ drop: true, endpoint: 'issues.get' });
  await get('/projects');
  await expect(get('/projects/prj_web/issues/1')).rejects.toThrow();
  stop();
  await get('/projects');
  expect(told).toEqual([200, undefined]);
});
