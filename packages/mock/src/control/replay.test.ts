import { expect, test } from 'vitest';
import { serve } from '../../test/served.ts';
import { controlOf } from './control.ts';

async function served(...options: Parameters<typeof serve>) {
  const api = await serve(...options);
  return { ...api, replay: (number: number, edits = {}) => api.control('requests.replay', { number, ...edits }) };
}

test('a replay sends the credential, path, query and body of its request', async () => {
  const { replay, post, as, get, mock } = await served();
  await post('/projects/prj_web/issues/2/comments', { content: 'Again' });
  expect(await replay(1)).toMatchObject({ status: 200, body: { number: 2, status: 201, body: { content: 'Again' } } });
  expect((await get('/projects/prj_web/issues/2/comments')).body.total).toBe(2);
  await as('oat_ada').get('/projects?organizationSlug=globex');
  const { response } = mock.requests.last() ?? {};
  expect((await replay(4)).body).toMatchObject({ number: 5, status: 200, search: 'organizationSlug=globex', response });
});

test('a replay gets the response of the present state and settings', async () => {
  const { control, replay, get, as } = await served();
  await control('faults.add', { status: 503 });
  await get('/projects');
  expect((await replay(1)).body).toMatchObject({ status: 200 });
  await control('settings.change', { scenario: 'offline' });
  expect((await replay(1)).body).not.toHaveProperty('status');
  await control('settings.change', { scenario: 'normal' });
  // A failure counts for the client that sent the request.
  await as('svc_unknown').get('/projects');
  await replay(4);
  expect((await control('limits')).body).toMatchObject({ lockouts: [{ failures: 2 }] });
});

test('a write whose body is only partly in the log can be replayed with another body only', async () => {
  const { replay, post } = await served();
  await post('/projects/prj_web/issues/1/comments', { content: 'x'.repeat(65_536) });
  expect(await replay(1)).toMatchObject({
    status: 400,
    body: { details: [{ message: expect.stringContaining('The log does not have its whole body') }] },
  });
  expect(await replay(1, { body: { content: 'x' } })).toMatchObject({ body: { status: 201 } });
});

test('a request that the log no longer has cannot be replayed', async () => {
  const { replay, get } = await served({}, { requestLog: { bytes: 0 } });
  await get('/projects');
  expect((await replay(1)).status).toBe(400);
  expect((await replay(9)).status).toBe(400);
});

test('no output of a replay contains the credential', async () => {
  const { replay, as, mock } = await served();
  const told: unknown[] = [];
  controlOf(mock).subscribe((event) => told.push(event));
  await as('oat_ada').get('/projects');
  const { body } = await replay(1);
  expect(JSON.stringify([body, told, mock.requests.all()])).not.toContain('oat_ada');
});

test('a replay can send another path, credential and body, and is logged as a request', async () => {
  const { replay, get, patch, mock } = await served();
  await get('/projects');
  expect(await replay(1, { path: '/api/v1/projects/prj_web/issues?q=x' })).toMatchObject({ body: { status: 200 } });
  expect(mock.requests.last()).toMatchObject({ endpoint: 'issues.list', search: 'q=x' });
  expect(await replay(1, { credential: null })).toMatchObject({ body: { status: 401 } });
  expect(await replay(1, { credential: 'usr_ada' })).toMatchObject({ body: { status: 200 } });
  expect(mock.requests.last()?.credential).toMatch(/^usr_ada /);
  expect((await replay(1, { credential: 'none' })).status).toBe(400);
  expect((await replay(1, { path: '/elsewhere' })).status).toBe(400);
  await patch('/projects/prj_web/issues/1', { priority: 'low' });
  const number = mock.requests.last()?.number ?? 0;
  expect(await replay(number, { body: { status: 'blocked' } })).toMatchObject({
    body: { status: 200, body: { status: 'blocked' } },
  });
});
