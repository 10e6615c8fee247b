import fc from 'fast-check';
import { expect, test } from 'vitest';
import { service, start } from '../../test/fixture.ts';

const list = '/projects/prj_web/issues';
const numbers = (body: { data: { issueNumber: number }[] }) => body.data.map(({ issueNumber }) => issueNumber);

test('a page has 20 issues by default, with total, page and totalPages [EP-5] [EP-7] [GEN-5]', async () => {
  const { get, mock } = service();
  const { project, clientOptions } = await mock.tenant({ issues: 45 });
  const tenant = { authorization: `Bearer ${clientOptions.apiKey}` };
  const first = await get(`/projects/${project.id}/issues`, tenant);
  expect(first).toMatchObject({ status: 200, body: { total: 45, page: 1, totalPages: 3 } });
  expect(first.body.data).toHaveLength(20);
  expect((await get(`/projects/${project.id}/issues?page=3`, tenant)).body.data).toHaveLength(5);
  expect((await get(`/projects/${project.id}/issues?limit=100`, tenant)).body).toMatchObject({ totalPages: 1 });
});

test('a page past the end is empty [EP-5]', async () => {
  const { get } = service();
  expect((await get(`${list}?page=9`)).body).toEqual({ data: [], total: 5, page: 9, totalPages: 1 });
  expect((await get(`${list}?page=9007199254740991&limit=100`)).body.data).toEqual([]);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=',
  'limit=ten',
  'page=0',
  'page=',
  'page=1e1',
  'page=%201',
])('%s gets 400 with the name of the parameter [EP-7] [ERR-4] [GAP-29] [GAP-61]', async (query) => {
  const [field] = query.split('=');
  expect(await service().get(`${list}?${query}`)).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ field }] },
  });
});

test('totalPages of an empty list is 0 [GAP-35]', async () => {
  const empty = '/projects/prj_empty/issues';
  expect((await service().get(empty)).body).toEqual({ data: [], total: 0, page: 1, totalPages: 0 });
});

test('an issue has all its fields, and its counts agree with its captured entries [EP-8] [RES-3] [RES-4] [GAP-26]', async () => {
  const { get } = service();
  const { body } = await get(`${list}/1`);
  expect(body).toEqual({
    data: {
      issueNumber: 1,
      title: 'Checkout hangs',
      description: 'A second click on Pay',
      status: 'open',
      priority: 'high',
      labels: ['bug', 'checkout'],
      reporterName: 'Alan',
      assigneeName: 'Grace',
      pageUrl: expect.any(String),
      browserInfo: expect.any(String),
      osInfo: expect.any(String),
      viewportSize: expect.stringMatching(/^\d+x\d+$/),
      metadataSummary: {
        consoleErrorCount: 2,
        networkErrorCount: 2,
        jsErrorCount: 4,
        userActionCount: 2,
        screenshotCount: 1,
      },
      createdAt: '2026-04-01T10:00:00.000Z',
      updatedAt: '2026-04-05T10:00:00.000Z',
    },
  });
  const { metadataSummary } = body.data;
  expect((await get(`${list}/1/console-logs?level=error`)).body.total).toBe(metadataSummary.consoleErrorCount);
  expect((await get(`${list}/1/user-actions`)).body.total).toBe(metadataSummary.userActionCount);
  expect((await get(`${list}/1/screenshots`)).body.total).toBe(metadataSummary.screenshotCount);
});

test('the response to a change has the number, status, priority and new updatedAt [EP-9] [STA-4] [GEN-4]', async () => {
  const { get, patch } = service();
  expect(await patch(`${list}/1`, { status: 'in_progress', priority: 'low' })).toMatchObject({
    status: 200,
    body: { data: { issueNumber: 1, status: 'in_progress', priority: 'low', updatedAt: start } },
  });
  expect((await get(`${list}/1`)).body.data).toMatchObject({
    status: 'in_progress',
    priority: 'low',
    updatedAt: start,
  });
  expect((await patch(`${list}/1`, { priority: 'high' })).body.data).toMatchObject({
    status: 'in_progress',
    priority: 'high',
  });
});

test('a change to the same value also moves updatedAt, which always increases [GAP-34] [STA-4]', async () => {
  const { get, patch, post, mock } = service();
  const updatedAt = async () => (await get(`${list}/1`)).body.data.updatedAt;
  await patch(`${list}/1`, { status: 'open' });
  expect(await updatedAt()).toBe(start);
  await patch(`${list}/1`, { status: 'open' });
  expect(await updatedAt()).toBe('2026-05-01T12:00:00.001Z');
  await mock.clock.set('2026-04-30T00:00:00.000Z');
  await patch(`${list}/1`, { priority: 'low' });
  expect(await updatedAt()).toBe('2026-05-01T12:00:00.002Z');
  await post(`${list}/1/comments`, { content: 'a comment does not move it' });
  expect(await updatedAt()).toBe('2026-05-01T12:00:00.002Z');
});

test('a value outside the enumeration gets 400 with the member and the allowed values [EP-10] [ERR-2]', async () => {
  const { body, status } = await service().patch(`${list}/1`, { status: 'done', priority: null });
  expect(status).toBe(400);
  expect(body).toEqual({
    error: 'Invalid input',
    details: [
      { field: 'status', message: 'must be one of: open, in_progress, blocked, fix_submitted, verified, closed' },
      { field: 'priority', message: 'must be one of: low, medium, high, critical' },
    ],
  });
});

test('the pages of any size together have each issue exactly once [EP-5]', async () => {
  const { as, mock } = service();
  const { project, apiKey } = await mock.tenant({ issues: 23 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
      const seen: number[] = [];
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        const { body } = await as(apiKey).get(`/projects/${project.id}/issues?limit=${limit}&page=${page}`);
        seen.push(...numbers(body));
        totalPages = body.totalPages;
      }
      expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index));
    }),
    { numRuns: 20 },
  );
});

test('console entries of level error, and network entries with status 400 and above or 0, count as errors [GAP-42] [RES-4]', async () => {
  const { get, mock } = service();
  const consoleLogs = (['error', 'warn', 'info'] as const).map((level) => ({ level }));
  const networkLogs = [0, 200, 399, 400, 502].map((status) => ({ status }));
  mock.world.issues.create({ projectId: 'prj_web', consoleLogs, networkLogs });
  const { metadataSummary } = (await get('/projects/prj_web/issues/6')).body.data;
  expect(metadataSummary).toMatchObject({ consoleErrorCount: 1, networkErrorCount: 3 });
});

test('updatedAt moves with a change of the priority only [GAP-43]', async () => {
  const { get, patch } = service();
  const path = '/projects/prj_web/issues/1';
  const changed = { priority: 'low', updatedAt: '2026-05-01T12:00:00.000Z' };
  expect((await patch(path, { priority: 'low' })).body.data).toMatchObject(changed);
  expect((await get(path)).body.data).toMatchObject(changed);
});

test.each([
  ['empty', 200, { data: [], total: 5, page: 4, totalPages: 3 }],
  [404, 404, { error: 'Not found' }],
  [400, 400, { error: 'Invalid input', details: [{ field: 'page', message: 'must be at most 3' }] }],
] as const)('a page past the end follows pagePastEnd %s [GAP-58]', async (pagePastEnd, status, body) => {
  const { get } = service({ behavior: { pagePastEnd } });
  expect(await get('/projects/prj_web/issues?limit=2&page=4')).toMatchObject({ status, body });
  expect((await get('/projects/prj_web/issues?limit=2&page=3')).status).toBe(200);
  expect((await get('/projects/prj_empty/issues')).status).toBe(200);
  expect((await get('/projects/prj_empty/issues?page=2')).status).toBe(status);
  expect((await get('/projects/prj_nothing/issues?page=9')).body).toEqual({ error: 'Project not found' });
});

test('the label filter is case-sensitive [GAP-54]', async () => {
  const { get } = service();
  expect((await get('/projects/prj_web/issues?label=BUG')).body.total).toBe(0);
  expect((await get('/projects/prj_web/issues?label=bug')).body.total).toBe(2);
});
