import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';

async function servedWithRequests() {
  const served = await serve();
  const { get, patch, as } = served;
  await get('/projects');
  await get('/projects/prj_web/issues/1');
  await patch('/projects/prj_web/issues/2', { priority: 'low' });
  await as('svc_globex').get('/projects/prj_web');
  return served;
}

test.each([
  ['', [1, 2, 3, 4]],
  ['?endpoint=issues.get', [2]],
  ['?status=404', [4]],
  ['?method=PATCH', [3]],
  ['?projectId=prj_web', [2, 3]],
  ['?issueNumber=2', [3]],
  [`?tenant=${acme}`, [1, 2, 3]],
  ['?q=CHECKOUT', [2]],
  ['?q=not+found', [4]],
  ['?after=2', [3, 4]],
  ['?after=1&limit=2', [2, 3]],
  ['?limit=2', [3, 4]],
  ['?method=GET&limit=1', [4]],
])('GET requests%s returns the requests %j', async (query, numbers) => {
  const { control } = await servedWithRequests();
  const { status, body } = await control('GET', `requests${query}`);
  expect(status).toBe(200);
  expect((body as { number: number }[]).map(({ number }) => number)).toEqual(numbers);
});

test.each([
  ['?status=good', 'status', 'must be a whole number from 100 to 599'],
  ['?statsu=200', 'statsu', 'did you mean "status"?'],
  ['?endpoint=issues.create', 'endpoint', 'issues.get'],
  ['?limit=0', 'limit', 'must be a whole number from 1'],
  ['?after=-1', 'after', 'must be a whole number from 0'],
])('GET requests%s gets 400', async (query, field, message) => {
  const { control } = await serve();
  expect(await control('GET', `requests${query}`)).toEqual({
    status: 400,
    body: { error: 'Invalid input', details: [{ field, message: expect.stringContaining(message) }] },
  });
});

test('a request can be read in full, with its response headers and the id of its fault', async () => {
  const { control, get } = await serve();
  await control('POST', 'faults', { endpoint: 'projects.list', status: 503, headers: { 'retry-after': '2' } });
  await get('/projects');
  expect(await control('GET', 'requests/1')).toMatchObject({
    status: 200,
    body: {
      number: 1,
      headers: { authorization: 'Bearer svc_…' },
      status: 503,
      response: { error: 'Internal server error' },
      responseHeaders: { 'content-type': 'application/json', 'retry-after': '2', date: expect.any(String) },
      durationMs: 0,
      tenant: acme,
      faultId: 'fault-1',
    },
  });
  expect(await control('GET', 'requests/2')).toEqual({ status: 404, body: { error: 'No request 2 in the log' } });
  expect((await control('GET', 'requests/one')).status).toBe(400);
});

test('DELETE requests clears the log', async () => {
  const { control } = await servedWithRequests();
  expect(await control('DELETE', 'requests')).toEqual({ status: 200, body: {} });
  expect((await control('GET', 'requests')).body).toEqual([]);
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
    JSON.stringify((await control('GET', 'requests')).body),
    JSON.stringify((await control('GET', 'requests/1')).body),
    JSON.stringify((await control('GET', 'requests/2')).body),
  ];
  for (const text of shown) expect(text.replaceAll('session=oat_ada', '')).not.toMatch(/oat_ada|svc_acme/);
});

test('a log entry masks secret headers of the request and the response [AUTH-1]', async () => {
  const { control, get, mock } = await serve();
  mock.faults.add({ when: 'after', headers: { 'X-Gateway-Secret': 'hunter2-hunter2', 'x-region': 'eu' } });
  await get('/projects', { 'x-gateway-secret': 'hunter2-hunter2' });
  const { body } = await control('GET', 'requests/1');
  expect(body).toMatchObject({
    headers: { 'x-gateway-secret': '…' },
    responseHeaders: { 'x-region': 'eu' },
  });
  expect(JSON.stringify(body)).not.toContain('hunter2');
});

test('a fault can be removed by its id, and the others stay', async () => {
  const { control, mock, get } = await serve();
  mock.faults.add({ endpoint: 'projects.list', status: 500, times: null });
  await control('POST', 'faults', { endpoint: 'issues.get', status: 502, times: null });
  expect((await control('GET', 'faults')).body).toMatchObject([{ id: 'fault-1' }, { id: 'fault-2' }]);
  expect(await control('DELETE', 'faults/fault-1')).toEqual({ status: 200, body: {} });
  expect((await get('/projects')).status).toBe(200);
  expect((await get('/projects/prj_web/issues/1')).status).toBe(502);
  expect(await control('DELETE', 'faults/fault-1')).toMatchObject({ status: 404 });
});

test('a fault for one API key is listed with the masked key', async () => {
  const { control } = await serve();
  await control('POST', 'faults', { apiKey: 'svc_acme', status: 500 });
  expect((await control('GET', 'faults')).body).toMatchObject([{ fault: { apiKey: 'acme (svc_…)', status: 500 } }]);
});

test('a restore does not reuse the id of a fault', async () => {
  const { control } = await serve();
  const { body: taken } = await control('POST', 'snapshot');
  expect((await control('POST', 'faults', { status: 500 })).body).toEqual({ id: 'fault-1' });
  await control('POST', 'restore', taken);
  expect((await control('GET', 'faults')).body).toEqual([]);
  expect((await control('POST', 'faults', { status: 500 })).body).toEqual({ id: 'fault-2' });
});

test('snapshots can be listed with their names, and deleted', async () => {
  const { control } = await serve();
  await control('POST', 'snapshot', { name: 'before' });
  await control('POST', 'clock', { advanceMs: 1000 });
  await control('POST', 'snapshot');
  expect((await control('GET', 'snapshots')).body).toEqual([
    { id: 'snapshot-1', name: 'before', now: '2026-05-01T12:00:00.000Z' },
    { id: 'snapshot-2', name: null, now: '2026-05-01T12:00:01.000Z' },
  ]);
  expect(await control('DELETE', 'snapshots/snapshot-1')).toEqual({ status: 200, body: {} });
  expect((await control('GET', 'snapshots')).body).toMatchObject([{ id: 'snapshot-2' }]);
  expect((await control('DELETE', 'snapshots/snapshot-1')).status).toBe(404);
});
