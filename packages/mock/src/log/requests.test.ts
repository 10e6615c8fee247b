import { expect, test } from 'vitest';
import { globex, service } from '../../test/fixture.ts';
import type { RequestFilter } from './filter.ts';

test('requests can be found by members or by a predicate, and cleared', async () => {
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

test('requests can be found by tenant, API key, project, issue, query, body and number', async () => {
  const { post, as, mock } = service();
  const tenant = await mock.tenant({ issues: 1 });
  await as(tenant.apiKey).get(`/projects/${tenant.project.id}/issues/1?x=1&x=2`);
  await as('oat_ada').get('/projects/prj_globex/issues');
  await post('/projects/prj_web/issues/2/comments', { content: 'Fixed in 1.2', ignored: [1] });
  const found = (filter: RequestFilter) => mock.requests.find(filter).map(({ number }) => number);
  expect(found({ tenant })).toEqual([1]);
  expect(found({ tenant: globex })).toEqual([2]);
  expect(found({ apiKey: tenant.apiKey })).toEqual([1]);
  expect(found({ apiKey: tenant.apiKey.slice(0, -1) })).toEqual([]);
  expect(found({ apiKey: 'oat_ada', projectId: 'prj_globex' })).toEqual([2]);
  expect(found({ issueNumber: 2 })).toEqual([3]);
  expect(found({ query: { x: '2' } })).toEqual([1]);
  expect(found({ body: { content: /fixed/i } })).toEqual([3]);
  expect(found({ body: { content: /fixed/ } })).toEqual([]);
  expect(found({ body: { content: expect.stringContaining('1.2'), ignored: [1] } })).toEqual([3]);
  expect(found({ number: 2 })).toEqual([2]);
  expect(found({ method: 'GET', matches: ({ path }) => path.endsWith('/1') })).toEqual([1]);
});

test.each([
  [{ enpoint: 'issues.get' }, 'A filter of requests has no "enpoint"; did you mean "endpoint"?'],
  [{ endpoint: 'issues.list', issueNumber: 1 }, 'Requests to issues.list have no issueNumber: leave it out'],
  [{ endpoint: 'projects.list', projectId: 'prj_web' }, 'Requests to projects.list have no projectId: leave it out'],
  [{ endpoint: 'issues.create' }, 'The filter "endpoint" must be one of: projects.list'],
  [{ issueNumber: '1' }, 'The filter "issueNumber" must be a whole number from 1; found "1".'],
])('find() rejects the filter %j: %s', (filter, message) => {
  // Possible in JavaScript.
  expect(() => service().mock.requests.find(filter as never)).toThrow(message);
});

test('nearestMiss() returns the nearest request with its differences, without credentials', async () => {
  const { get, patch, mock } = service();
  await get('/projects/prj_web/issues/1');
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  const miss = mock.requests.nearestMiss({ endpoint: 'issues.update', issueNumber: 2, body: { status: 'open' } });
  expect(miss?.entry.number).toBe(2);
  expect(miss?.misses).toEqual(['issueNumber is 1, not 2', 'body.status is "blocked", not "open"']);
  expect(mock.requests.nearestMiss({ apiKey: 'svc_secret' })?.misses).toEqual([
    'apiKey differs: the request has acme (svc_…)',
  ]);
  expect(mock.requests.nearestMiss({ path: '/api/v1/projects/prj_web/issues/1' })).toBeUndefined();
});

test('find() throws if the log dropped requests that might match, until the log is cleared', async () => {
  const { get, mock } = service({ requestLog: { entries: 2 } });
  await get('/projects');
  await get('/projects');
  expect(mock.requests.find({ status: 404 })).toEqual([]);
  await get('/projects');
  expect(mock.requests.all().map(({ number }) => number)).toEqual([2, 3]);
  expect(mock.requests.dropped).toBe(1);
  const before = mock.snapshot();
  expect(() => mock.requests.find({ status: 404 })).toThrow(
    'The request log is full and has dropped the first 1 requests, which might match. Clear it earlier with mock.requests.clear(), or create the mock with createMock({ requestLog: { entries: 20 } }).',
  );
  mock.requests.clear();
  expect([mock.requests.find({ status: 404 }), mock.requests.dropped]).toEqual([[], 0]);
  mock.restore(before);
  expect([mock.requests.all().map(({ number }) => number), mock.requests.dropped]).toEqual([[2, 3], 1]);
});

test('find() throws if a filter of bodies might match a body too long for the log', async () => {
  const { post, mock } = service();
  await post('/projects/prj_web/issues/1/comments', { content: 'x'.repeat(65_536) });
  expect(() => mock.requests.find({ body: { content: /secret/ } })).toThrow(
    'The log does not have the whole body of request 1',
  );
  expect(mock.requests.find({ endpoint: 'issues.update', body: { status: 'open' } })).toEqual([]);
  expect(mock.requests.find({ endpoint: 'issues.comments.create' })).toHaveLength(1);
});
