import { endpoints } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { service } from '../../../test/fixture.ts';

const path = '/projects/prj_web/issues/1';

test('every endpoint of the table answers at its path, and nowhere else [GEN-1] [VER-1]', async () => {
  const { mock, send } = service();
  for (const { method, path: template, success } of Object.values(endpoints)) {
    const at = template.replace('{projectId}', 'prj_web').replace('{issueNumber}', '1');
    const write = { body: '{"content":"hi"}', headers: { 'content-type': 'application/json' } };
    expect((await send(method, at.slice('/api/v1'.length), method === 'GET' ? {} : write)).status).toBe(success);
    const other = await mock.fetch(`${mock.baseUrl}${at.replace('/v1/', '/v2/')}`, { method });
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
])('the path %j is not found, with any credential [GAP-25] [ERR-1]', async (other) => {
  const { get, as } = service();
  const expected = { status: 404, headers: { 'content-type': 'application/json' }, body: { error: 'Not found' } };
  expect(await get(other)).toEqual(expected);
  expect(await as(null).get(other)).toEqual(expected);
});

test('nothing under /api/extension/ is served, nor another version [GEN-7] [VER-1]', async () => {
  const { mock } = service();
  for (const other of ['/api/extension/issues', '/api/v2/projects', '/api/', '/api/v1']) {
    const response = await mock.fetch(mock.baseUrl + other, { headers: { authorization: 'Bearer svc_acme' } });
    expect([other, response.status]).toEqual([other, 404]);
  }
});

test('no way to create an issue [GEN-6]', async () => {
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
])('%s %s is 405 and allows %s, with any credential [GAP-25]', async (method, at, allow) => {
  const { mock } = service();
  const response = await mock.fetch(`${mock.baseUrl}/api/v1${at}`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  expect(await response.json()).toEqual({ error: 'Method not allowed' });
});

test('HEAD is answered as GET without a body [GAP-48]', async () => {
  const { send, as } = service();
  const { headers } = await send('GET', path);
  expect(await send('HEAD', path)).toEqual({ status: 200, headers, body: '' });
  expect(await send('HEAD', '/projects/prj_nothing/issues')).toMatchObject({ status: 404, body: '' });
  expect(await as(null).send('HEAD', path)).toMatchObject({ status: 401, body: '' });
});

test('HEAD is 405 without a body if so read [GAP-48] [GAP-25]', async () => {
  const { send } = service({ behavior: { head: 'reject' } });
  expect(await send('HEAD', path)).toMatchObject({ status: 405, headers: { allow: 'GET, PATCH' }, body: '' });
});

test.each(['events', 'attachments', 'sessions', 'console-log', 'dom-snapshot'])(
  'of the thirteen metadata endpoints only five are shown: %s is 404 [GAP-10]',
  async (segment) => {
    expect(await service().get(`${path}/${segment}`)).toMatchObject({ status: 404, body: { error: 'Not found' } });
  },
);

test('there is nothing about webhooks or events [GAP-13]', async () => {
  const { get } = service();
  for (const other of ['/webhooks', '/events', '/projects/prj_web/webhooks'])
    expect((await get(other)).status).toBe(404);
});

test('an encoded slash is part of its segment: 404 after authentication [GAP-39]', async () => {
  const { get, as } = service();
  expect(await get('/projects/prj_web%2Fissues')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  expect(await get('/projects/prj%2Fweb/issues')).toMatchObject({ status: 404, body: { error: 'Project not found' } });
  const inNumber = '/projects/prj_web/issues/1%2Fcomments';
  expect(await get(inNumber)).toMatchObject({ status: 404, body: { error: 'Issue not found' } });
  for (const path of ['/projects/prj%2Fweb/issues', inNumber]) expect((await as(null).get(path)).status).toBe(401);
});
