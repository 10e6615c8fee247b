import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';

test.each([
  [{}, [1, 2, 3, 4]],
  [{ endpoint: 'issues.get' }, [2]],
  [{ status: 404 }, [4]],
  [{ projectId: 'prj_web' }, [2, 3]],
  [{ tenant: acme }, [1, 2, 3]],
  [{ apiKey: 'svc_globex' }, [4]],
  [{ body: { priority: 'low' } }, [3]],
])('requests.find with %j returns the requests %j', async (filter, numbers) => {
  const { control, get, patch, as } = await serve();
  await get('/projects');
  await get('/projects/prj_web/issues/1');
  await patch('/projects/prj_web/issues/2', { priority: 'low' });
  await as('svc_globex').get('/projects/prj_web');
  const { body } = await control('requests.find', filter);
  expect((body as { number: number }[]).map(({ number }) => number)).toEqual(numbers);
});

test('requests.all returns the last requests alone', async () => {
  const { control, get } = await serve();
  for (const path of ['/one', '/two', '/three']) await get(path);
  const { body } = await control('requests.all', { last: 2 });
  expect(body).toMatchObject([{ path: '/api/v1/two' }, { path: '/api/v1/three' }]);
  expect((await control('requests.all', { last: 9 })).body).toHaveLength(3);
  expect((await control('requests.all', { last: 0 })).status).toBe(400);
});

test('requests.find fails if the log has dropped requests, and requests.all does not', async () => {
  const { control, get } = await serve({}, { requestLog: { entries: 1 } });
  await get('/projects');
  await get('/nothing');
  expect(await control('requests.find', { status: 200 })).toMatchObject({
    status: 400,
    body: { details: [{ message: expect.stringContaining('has dropped the first 1 requests') }] },
  });
  expect((await control('requests.all')).body).toMatchObject([{ path: '/api/v1/nothing' }]);
  expect(await control('requests.clear')).toEqual({ status: 200, body: {} });
  expect((await control('requests.find')).body).toEqual([]);
});

test('why explains the last request, or one by its number', async () => {
  const { control, get, as } = await serve();
  await as('svc_unknown').get('/projects');
  await get('/projects');
  const rejected = expect.arrayContaining([expect.objectContaining({ step: 'key', outcome: 'rejected' })]);
  expect((await control('why', { number: 1 })).body).toEqual(rejected);
  expect((await control('why')).body).not.toEqual(rejected);
});

test('no output of a log entry, a fault or a snapshot contains a credential', async () => {
  const { control, as, mock, url } = await serve();
  const fault = mock.faults.add({ status: 500, headers: { 'set-cookie': 'session=oat_ada' } });
  await fetch(`${url}/api/v1/projects?token=oat_ada`, {
    headers: { authorization: 'Bearer oat_ada', cookie: 'a=oat_ada', 'x-copy': 'oat_ada' },
  });
  await as('svc_acme').get('/projects?key=svc_acme');
  const shown = [
    inspect(fault, { depth: 9, showHidden: true }),
    inspect(mock.requests, { depth: 9, showHidden: true }),
    JSON.stringify(fault),
    JSON.stringify(mock.requests),
    JSON.stringify(mock.snapshot()),
    JSON.stringify(await control('requests.all')),
    JSON.stringify(await control('requests.responseHeaders', { number: 1 })),
    JSON.stringify(await control('why', { number: 2 })),
  ];
  for (const text of shown) expect(text.replaceAll('session=oat_ada', '')).not.toMatch(/oat_ada|svc_acme/);
});

test('requests.credential returns an unknown credential as it was sent, but not to other computers', async () => {
  const { control, as } = await serve();
  await as('svc_mistyped').get('/projects');
  await as(null).get('/projects');
  expect(await control('requests.credential', { number: 1 })).toEqual({ status: 200, body: { text: 'svc_mistyped' } });
  expect((await control('requests.credential', { number: 2 })).status).toBe(400);
  const open = await serve({ host: '0.0.0.0', token: 'secret' });
  await open.as('svc_mistyped').get('/projects');
  const response = await fetch(`${open.url}/__mock/requests.credential`, {
    method: 'POST',
    headers: { 'x-mock-token': 'secret', 'content-type': 'application/json' },
    body: '{"number":1}',
  });
  expect([response.status, await response.text()]).toEqual([400, expect.not.stringContaining('svc_mistyped')]);
});

test('secret headers of requests and responses are masked [AUTH-1]', async () => {
  const { control, get, mock } = await serve();
  mock.faults.add({ when: 'after', headers: { 'X-Gateway-Secret': 'hunter2-hunter2', 'x-region': 'eu' } });
  await get('/projects', { 'x-gateway-secret': 'hunter2-hunter2' });
  expect((await control('requests.all')).body).toMatchObject([{ headers: { 'x-gateway-secret': '…' } }]);
  expect((await control('requests.responseHeaders', { number: 1 })).body).toMatchObject({
    'x-gateway-secret': '…',
    'x-region': 'eu',
    'content-type': 'application/json',
  });
});
