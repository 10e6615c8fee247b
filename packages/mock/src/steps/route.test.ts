import { endpoints } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { pathTo, service } from '../../test/fixture.ts';

const path = '/projects/prj_web/issues/1';

test('each endpoint of the table is served at its path of v1 only [GEN-1] [VER-1]', async () => {
  const { mock, send } = service();
  for (const { method, path: template, success } of Object.values(endpoints)) {
    const at = pathTo(template);
    const write = { body: '{"content":"hi"}', headers: { 'content-type': 'application/json' } };
    expect((await send(method, at, method === 'GET' ? {} : write)).status).toBe(success);
    const other = await mock.fetch(`${mock.baseUrl}/api/v2${at}`, { method });
    expect([other.status, await other.json()]).toEqual([404, { error: 'Not found' }]);
  }
});

test.each([
  '/projects/',
  '//projects',
  '/Projects',
  `${path}/`,
  '/projects//issues',
  `${path}/Comments`,
  '/projects/prj_web/issues/1/',
  '',
])('the path %j gets 404, with or without a credential [GAP-25] [ERR-1]', async (other) => {
  const { get, as } = service();
  const expected = { status: 404, headers: { 'content-type': 'application/json' }, body: { error: 'Not found' } };
  expect(await get(other)).toEqual(expected);
  expect(await as(null).get(other)).toEqual(expected);
});

test('paths below /api/extension/ and of other versions get 404 [GEN-7] [VER-1]', async () => {
  const { mock } = service();
  for (const other of ['/api/extension/issues', '/api/v2/projects', '/api/', '/api/v1']) {
    const response = await mock.fetch(mock.baseUrl + other, { headers: { authorization: 'Bearer svc_acme' } });
    expect([other, response.status]).toEqual([other, 404]);
  }
});

test('a POST to the list of issues gets 405, because the API cannot create issues [GEN-6]', async () => {
  const { post, get } = service();
  expect(await post('/projects/prj_web/issues', { title: 'New' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
  expect((await get('/projects/prj_web/issues')).body.total).toBe(5);
});

test.each([
  ['DELETE', path, 'GET, HEAD, PATCH'],
  ['PUT', path, 'GET, HEAD, PATCH'],
  ['POST', path, 'GET, HEAD, PATCH'],
  ['PATCH', `${path}/comments`, 'GET, HEAD, POST'],
  ['OPTIONS', '/projects', 'GET, HEAD'],
])('%s %s gets 405 and allows %s, without a credential [GAP-25]', async (method, at, allow) => {
  const { mock } = service();
  const response = await mock.fetch(`${mock.baseUrl}/api/v1${at}`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  expect(await response.json()).toEqual({ error: 'Method not allowed' });
});

test('the response to HEAD equals that to GET without a body [GAP-48]', async () => {
  const { send, as } = service();
  const { headers } = await send('GET', path);
  expect(await send('HEAD', path)).toEqual({ status: 200, headers, body: '' });
  expect(await send('HEAD', '/projects/prj_nothing/issues')).toMatchObject({ status: 404, body: '' });
  expect(await as(null).send('HEAD', path)).toMatchObject({ status: 401, body: '' });
});

test.each(['events', 'attachments', 'sessions', 'console-log', 'dom-snapshot'])(
  'only five of the thirteen metadata endpoints exist, and %s gets 404 [GAP-10]',
  async (segment) => {
    expect(await service().get(`${path}/${segment}`)).toMatchObject({ status: 404, body: { error: 'Not found' } });
  },
);

test('paths for webhooks and events get 404 [GAP-13]', async () => {
  const { get } = service();
  for (const other of ['/webhooks', '/events', '/projects/prj_web/webhooks'])
    expect((await get(other)).status).toBe(404);
});

test('an encoded slash is part of its path segment and gets 404 after authentication [GAP-39]', async () => {
  const { get, as } = service();
  expect(await get('/projects/prj_web%2Fissues')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  expect(await get('/projects/prj%2Fweb/issues')).toMatchObject({ status: 404, body: { error: 'Project not found' } });
  const inNumber = '/projects/prj_web/issues/1%2Fcomments';
  expect(await get(inNumber)).toMatchObject({ status: 404, body: { error: 'Issue not found' } });
  for (const path of ['/projects/prj%2Fweb/issues', inNumber]) expect((await as(null).get(path)).status).toBe(401);
});
