import { apiRoot, type Endpoint, endpoints, toOpenApi } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { acme, pathTo, service } from '../../test/fixture.ts';
import type { Entry } from '../log/entry.ts';
import { HttpError } from '../platform/http/http-error.ts';
import { findRoute, type Route } from './route.ts';

const below = Object.entries(endpoints).filter(([, { path }]) => path.includes('{projectId}'));

test.each(below)(
  '%s gets the same 404 for a project of another organization as for an unknown project [AUTH-6] [ERR-3]',
  async (_, { method, path }) => {
    const { mock } = service();
    const ask = async (credential: string, projectId: string) => {
      const at = `${apiRoot}${pathTo(path, { projectId })}`;
      const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
      const init = method === 'GET' ? { headers } : { headers, method, body: '{"content":"hi"}' };
      const response = await mock.fetch(mock.baseUrl + at, init);
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    };
    const absent = await ask('svc_acme', 'prj_nothing');
    expect(absent).toMatchObject({ status: 404, body: '{"error":"Project not found"}' });
    expect(await ask('svc_acme', 'prj_globex')).toEqual(absent);
    expect(await ask('svc_globex', 'prj_web')).toEqual(absent);
    expect(await ask('oat_ada', 'prj_dormant')).toEqual(absent);
    expect(await ask('oat_ada', 'prj_globex')).not.toEqual(absent);
  },
);

test('a success has the headers of its row in the table of endpoints, and an error has none of them', async ({
  onTestFinished,
}) => {
  const row: Endpoint & { headers?: Endpoint['headers'] } = endpoints['issues.get'];
  row.headers = { 'cache-control': 'no-store' };
  onTestFinished(() => {
    delete row.headers;
  });
  const { mock } = service();
  const headersOf = async (number: number) => {
    const url = `${mock.baseUrl}/api/v1/projects/prj_web/issues/${number}`;
    return (await mock.fetch(url, { headers: { authorization: 'Bearer svc_acme' } })).headers;
  };
  expect((await headersOf(1)).get('cache-control')).toBe('no-store');
  expect((await headersOf(99)).get('cache-control')).toBeNull();
  const { paths } = toOpenApi();
  expect(paths['/api/v1/projects/{projectId}/issues/{issueNumber}']).toMatchObject({
    get: { responses: { 200: { headers: { 'cache-control': { schema: { type: 'string', const: 'no-store' } } } } } },
  });
});

test('a row without a body gets an empty response of its status, and why() says what the handler did', async ({
  onTestFinished,
}) => {
  const { mock } = service();
  const { method, path }: Endpoint = endpoints['issues.comments.list'];
  const at = path.replace('{projectId}', 'prj_web').replace('{issueNumber}', '1');
  const route = findRoute({ method, path: at } as Entry);
  if (route instanceof HttpError) throw route;
  const row = { ...route };
  onTestFinished(() => void Object.assign(route, row));
  const seen: unknown[] = [];
  const handle: Route['handle'] = ({ params }) => {
    seen.push(params);
    return { effect: { text: 'All comments were deleted.' } };
  };
  Object.assign(route, { success: 204, handle });

  const response = await mock.fetch(mock.baseUrl + at, { headers: { authorization: 'Bearer svc_acme' } });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([204, null, '']);
  expect(seen).toEqual([{ projectId: 'prj_web', issueNumber: 1 }]);
  expect(mock.why().at(-1)?.text).toBe('All comments were deleted. The response is 204.');
});

test('an unknown issue gets 404 with its own error text [AUTH-6] [GAP-15]', async () => {
  const { get } = service();
  expect(await get('/projects/prj_web/issues/99')).toMatchObject({ status: 404, body: { error: 'Issue not found' } });
});

test('an issue gets 404 in another project of the same organization [AUTH-6]', async () => {
  expect((await service().get('/projects/prj_empty/issues/1')).status).toBe(404);
});

test('a project is found by its percent-encoded id [GEN-1]', async () => {
  const { get, mock } = service();
  mock.world.projects.create({ organizationId: acme, id: 'ä b?#%' });
  expect((await get(`/projects/${encodeURIComponent('ä b?#%')}/issues`)).status).toBe(200);
});
