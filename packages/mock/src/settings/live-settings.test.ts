import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

test('changed behavior options apply from the next request, list order included [GAP-7] [GAP-20] [GAP-57]', async () => {
  const { mock, get, patch } = service();
  const list = async () => (await get('/projects/prj_web/issues')).body.data as Record<string, unknown>[];
  const numbers = async () => (await list()).map(({ issueNumber }) => issueNumber);
  const newest = await numbers();
  expect(Object.keys((await list())[0] ?? {})).toContain('reporterName');
  mock.settings.change({ behavior: { issueOrder: 'oldest', listItem: 'labels', readLag: 1000 } });
  expect(Object.keys((await list())[0] ?? {})).not.toContain('reporterName');
  expect(await numbers()).not.toEqual(newest);
  await patch('/projects/prj_web/issues/1', { priority: 'low' });
  expect((await get('/projects/prj_web/issues/1')).body.data.priority).toBe('high');
  await mock.clock.advance(1000);
  expect((await get('/projects/prj_web/issues/1')).body.data.priority).toBe('low');
  mock.reset();
  expect(await numbers()).toEqual(newest);
  expect(mock.settings.behavior).toMatchObject({ issueOrder: 'newest', listItem: 'both', readLag: 0 });
});

test('a changed rate limit keeps the requests of the present window [LIM-1]', async () => {
  const { mock, get } = service({ rateLimit: { requests: 5 } });
  for (let sent = 0; sent < 3; sent++) await get('/projects');
  mock.settings.change({ rateLimit: { requests: 3 } });
  expect((await get('/projects')).status).toBe(429);
  mock.settings.change({ rateLimit: { requests: 4 } });
  expect((await get('/projects')).status).toBe(200);
  expect((await get('/projects')).status).toBe(429);
  mock.settings.change({ rateLimit: false });
  expect((await get('/projects')).status).toBe(200);
});

test('a change with one invalid setting changes nothing', () => {
  const { mock } = service();
  expect(() => mock.settings.change({ scenario: 'slow', behavior: { commentStatus: 204 as 200 } })).toThrow(
    'The behavior option "commentStatus" must be one of 201, 200;',
  );
  expect(mock.settings.scenario).toBe('normal');
  // @ts-expect-error: no such setting
  expect(() => mock.settings.change({ latency: 5 })).toThrow(
    'There is no setting "latency"; did you mean "latencyMs"?',
  );
});

test('a request in progress keeps the settings of its arrival', async () => {
  const { get, mock } = service();
  mock.faults.add({ when: 'arrival', delayMs: 1000 });
  const waiting = get('/projects');
  mock.settings.change({ scenario: 'failing', behavior: { projectsTotal: false } });
  await mock.clock.advance(1000);
  expect(await waiting).toMatchObject({ status: 200, body: { total: expect.any(Number) } });
  expect(mock.why().map(({ outcome }) => outcome)).not.toContain('rejected');
  expect((await get('/projects')).status).toBe(500);
});
