import { expect, test } from 'vitest';
import { serve } from '../../test/served.ts';
import { controlApiInProcess } from './in-process.ts';

test('a replay sends the credential, path, query and body of its request', async () => {
  const { control, post, as, get } = await serve();
  await post('/projects/prj_web/issues/2/comments', { content: 'Again' });
  expect(await control('POST', 'requests/1/replay')).toEqual({ status: 200, body: { id: 2, status: 201 } });
  expect((await get('/projects/prj_web/issues/2/comments')).body.total).toBe(2);
  await as('oat_ada').get('/projects?organizationSlug=globex');
  expect((await control('POST', 'requests/4/replay')).body).toEqual({ id: 5, status: 200 });
  const [first, second] = [await control('GET', 'requests/4'), await control('GET', 'requests/5')];
  expect(second.body).toMatchObject({
    response: (first.body as { response: unknown }).response,
    search: 'organizationSlug=globex',
  });
});

test('a replay gets the response of the present state and settings', async () => {
  const { control, get, as } = await serve();
  await control('POST', 'faults', { status: 503 });
  await get('/projects');
  expect((await control('POST', 'requests/1/replay')).body).toEqual({ id: 2, status: 200 });
  await control('PATCH', 'settings', { scenario: 'offline' });
  expect((await control('POST', 'requests/1/replay')).body).toEqual({ id: 3, status: null });
  await control('PATCH', 'settings', { scenario: 'normal' });
  // A failure counts for the client that sent the request.
  await as('svc_unknown').get('/projects');
  await control('POST', 'requests/4/replay');
  expect((await control('GET', 'lockouts')).body).toMatchObject([{ failures: 2 }]);
});

test('a failed write is replayed with its body', async () => {
  const { control, patch } = await serve();
  await control('POST', 'faults', { status: 503 });
  await patch('/projects/prj_web/issues/1', { priority: 'low' });
  expect((await control('GET', 'requests/1')).body).toMatchObject({ status: 503, body: { priority: 'low' } });
  expect((await control('POST', 'requests/1/replay')).body).toEqual({ id: 2, status: 200 });
});

test('a write whose body is only partly in the log can be replayed with another body only', async () => {
  const { control, post } = await serve();
  await post('/projects/prj_web/issues/1/comments', { content: 'x'.repeat(65_536) });
  expect(await control('POST', 'requests/1/replay')).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('The log does not have its whole body') },
  });
  expect(await control('POST', 'requests/1/replay', { body: { content: 'x' } })).toMatchObject({ body: { id: 2 } });
});

test('a request that the log no longer has cannot be replayed', async () => {
  const { control, get } = await serve({}, { requestLog: { bytes: 0 } });
  await get('/projects');
  expect(await control('POST', 'requests/1/replay')).toMatchObject({ status: 409 });
  expect(await control('POST', 'requests/9/replay')).toMatchObject({ status: 404 });
});

test('no output of a replay contains the credential', async () => {
  const { control, as, mock } = await serve();
  const told: unknown[] = [];
  controlApiInProcess(mock).subscribe((event) => told.push(event));
  await as('oat_ada').get('/projects');
  const { body } = await control('POST', 'requests/1/replay');
  const shown = [body, told, mock.requests.all(), (await control('GET', 'requests/2')).body];
  expect(JSON.stringify(shown)).not.toContain('oat_ada');
});

test('a replay can send another path and credential, and is logged as a request', async () => {
  const { control, get, mock } = await serve();
  await get('/projects');
  const [first] = (await control('GET', 'credentials')).body as { id: string }[];
  expect(await control('POST', 'requests/1/replay', { path: '/api/v1/projects/prj_web/issues?q=x' })).toMatchObject({
    body: { id: 2, status: 200 },
  });
  expect(mock.requests.last()).toMatchObject({ endpoint: 'issues.list', search: 'q=x' });
  expect(await control('POST', 'requests/1/replay', { credentialId: null })).toMatchObject({ body: { status: 401 } });
  expect(await control('POST', 'requests/1/replay', { credentialId: first?.id })).toMatchObject({
    body: { status: 200 },
  });
  expect(await control('POST', 'requests/1/replay', { credentialId: 'credential-none' })).toMatchObject({
    status: 404,
  });
  expect(await control('POST', 'requests/1/replay', { path: '/elsewhere' })).toMatchObject({ status: 400 });
});

test('a replay of a write can send another body', async () => {
  const { control, patch, mock } = await serve();
  await patch('/projects/prj_web/issues/1', { priority: 'low' });
  expect(await control('POST', 'requests/1/replay', { body: { status: 'blocked' } })).toMatchObject({
    body: { id: 2, status: 200 },
  });
  expect(mock.requests.last()).toMatchObject({ endpoint: 'issues.update', status: 200, body: { status: 'blocked' } });
});
