import { expect, test } from 'vitest';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';

test('a snapshot is read as the state it holds, and reading it changes nothing', async () => {
  const { control, get, patch, post, mock } = await serve({}, { rateLimit: { requests: 50 } });
  await get('/projects');
  mock.faults.add({ endpoint: 'issues.get', status: 500, times: null });
  const { body: before } = await control('GET', 'state');
  await control('POST', 'snapshot');
  await patch('/projects/prj_web/issues/1', { priority: 'low' });
  await post('/projects/prj_web/issues/1/comments', { content: 'New' });
  await control('DELETE', 'records/projects/prj_globex');
  await control('POST', 'clock', { advanceMs: 1000 });
  mock.faults.clear();
  const { body: now } = await control('GET', 'state');
  expect((await control('GET', 'snapshots/snapshot-1')).body).toEqual(before);
  expect((await control('GET', 'state')).body).toEqual(now);
  expect((await get('/projects/prj_web/issues?priority=low')).body.total).toBe(2);
  expect((await control('GET', 'snapshots/snapshot-9')).status).toBe(404);
});

test('the difference names what was added, removed and changed', async () => {
  const { control, post, mock } = await serve();
  await control('POST', 'snapshot');
  await control('PATCH', 'records/projects/prj_web', { name: 'Shop' });
  await post('/projects/prj_web/issues/2/comments', { content: 'New' });
  await control('DELETE', 'records/comments/c1');
  await mock.dashboard.createApiKey({ organizationId: acme, key: 'svc_brand_new' });
  await control('POST', 'clock', { advanceMs: 1000 });
  const { body } = await control('GET', 'snapshots/snapshot-1/difference');
  expect(body).toEqual({
    records: [
      { collection: 'projects', id: 'prj_web', change: 'changed', members: { name: { from: 'Web', to: 'Shop' } } },
      { collection: 'comments', id: 'c1', change: 'removed' },
      { collection: 'comments', id: expect.any(String), change: 'added' },
      { collection: 'apiKeys', id: expect.stringMatching(/^credential-/), change: 'added' },
    ],
    clock: { from: '2026-05-01T12:00:00.000Z', to: '2026-05-01T12:00:01.000Z' },
  });
  expect(JSON.stringify(body)).not.toContain('svc_brand_new');
});

test('two snapshots are compared with each other, either way', async () => {
  const { control, mock } = await serve();
  await control('POST', 'snapshot');
  await mock.dashboard.verify({ projectId: 'prj_web', issueNumber: 1 });
  mock.stubs.add({ method: 'GET', path: '/api/v1/events', reply: () => [] });
  await control('POST', 'snapshot');
  await mock.dashboard.verify({ projectId: 'prj_web', issueNumber: 2 });
  const status = { from: 'open', to: 'verified' };
  expect((await control('GET', 'snapshots/snapshot-1/difference?with=snapshot-2')).body).toMatchObject({
    records: [{ collection: 'issues', change: 'changed', members: { status } }],
    stubs: { from: [], to: [{ method: 'GET', path: '/api/v1/events' }] },
  });
  expect((await control('GET', 'snapshots/snapshot-2/difference?with=snapshot-1')).body).toMatchObject({
    records: [{ members: { status: { from: 'verified', to: 'open' } } }],
  });
  expect((await control('GET', 'snapshots/snapshot-1/difference?with=snapshot-1')).body).toEqual({ records: [] });
  expect((await control('GET', 'snapshots/snapshot-1/difference?with=snapshot-7')).status).toBe(404);
});
