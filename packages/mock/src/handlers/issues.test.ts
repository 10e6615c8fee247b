import { issueStatuses, settableStatuses } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { service, start } from '../../test/fixture.ts';

const list = '/projects/prj_web/issues';
const numbers = (body: { data: { issueNumber: number }[] }) => body.data.map(({ issueNumber }) => issueNumber);

test('a page of issues comes with total, page and totalPages, 20 to a page [EP-5] [EP-7] [GEN-5]', async () => {
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
])('%s is 400 naming the parameter [EP-7] [ERR-4] [GAP-29]', async (query) => {
  const [field] = query.split('=');
  expect(await service().get(`${list}?${query}`)).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ field }] },
  });
});

test.each([
  ['status=open', [5, 1]],
  ['priority=high', [5, 1]],
  ['label=checkout', [1, 4]],
  ['label=check', []],
  ['label=Checkout', []],
  ['q=CHECK', [1]],
  ['q=second click', [1]],
  ['q=ümlauts', [2]],
  ['q=%25', [4]],
  ['q=[a-z]', [4]],
  ['q=_', [4]],
  ['q=hangs%00a', []],
  ['q=', [5, 3, 2, 1, 4]],
  ['label=', [5, 3, 2, 1, 4]],
  ['status=open&priority=high&label=bug&q=pay', [1]],
  ['status=closed&priority=high', []],
])('%s finds %j [EP-6] [GAP-22] [GAP-29]', async (query, found) => {
  const { body } = await service().get(`${list}?${query}`);
  expect(numbers(body)).toEqual(found);
  expect(body.total).toBe(found.length);
});

test.each(['status=done', 'status=', 'status=Open', 'priority=urgent', 'priority='])(
  '%s is 400 naming the allowed values [EP-6] [STA-1] [STA-2] [GAP-29]',
  async (query) => {
    const [field] = query.split('=');
    const { status, body } = await service().get(`${list}?${query}`);
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field, message: expect.stringMatching(/^must be one of: .*(closed|critical)$/) }]);
  },
);

test('every wrong parameter is named at once [ERR-2]', async () => {
  const { body } = await service().get(`${list}?status=x&limit=0`);
  expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['status', 'limit']);
});

test('a list that was filtered before shows what has changed since [EP-6]', async () => {
  const { get, patch, mock } = service();
  expect(numbers((await get(`${list}?status=open`)).body)).toEqual([5, 1]);
  await patch(`${list}/1`, { status: 'blocked' });
  expect(numbers((await get(`${list}?status=open`)).body)).toEqual([5]);
  await mock.dashboard.createIssue({ projectId: 'prj_web', title: 'One more' });
  expect(numbers((await get(`${list}?status=open`)).body)).toEqual([6, 5]);
  await mock.world.issues.update((q) => q.where({ issueNumber: 5 }), {
    data: (issue) => {
      issue.title = 'Renamed';
    },
  });
  expect((await get(`${list}?q=renamed`)).body.data).toMatchObject([{ issueNumber: 5, title: 'Renamed' }]);
});

test('what q finds can be decided by a predicate [GAP-22]', async () => {
  const { get } = service({ readings: { search: ({ issueNumber }, q) => issueNumber === Number(q) } });
  expect(numbers((await get(`${list}?q=3`)).body)).toEqual([3]);
});

test.each([
  ['newest', [5, 3, 2, 1, 4]],
  ['oldest', [4, 1, 2, 3, 5]],
  ['updated', [5, 1, 3, 2, 4]],
  [(a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title), [4, 1, 5, 3, 2]],
] as const)('issues can come in the order %s [GAP-7]', async (issueOrder, order) => {
  const { get } = service({ readings: { issueOrder } });
  expect(numbers((await get(list)).body)).toEqual(order);
});

test('the order by change follows a change, and a comparator follows whatever it compares [GAP-7]', async () => {
  const updated = service({ readings: { issueOrder: 'updated' } });
  await updated.get(list);
  await updated.patch(`${list}/4`, { priority: 'low' });
  expect(numbers((await updated.get(list)).body)[0]).toBe(4);
  const byStatus = service({ readings: { issueOrder: (a, b) => a.status.localeCompare(b.status) } });
  await byStatus.get(list);
  await byStatus.patch(`${list}/5`, { status: 'blocked' });
  expect(numbers((await byStatus.get(list)).body).slice(0, 2)).toEqual([5, 4]);
});

const common = ['issueNumber', 'title', 'status', 'priority', 'createdAt', 'updatedAt'];
const reporter = [...common, 'reporterName'].sort();
const labels = [...common, 'id', 'labels', 'assignees'].sort();

test.each([
  ['both', [...new Set([...reporter, ...labels])].sort(), [...new Set([...reporter, ...labels])].sort()],
  ['reporter', reporter, reporter],
  ['labels', labels, labels],
  ['alternating', reporter, labels],
] as const)('list items can have the field set %s [RES-2] [GAP-19]', async (listItem, odd, even) => {
  const { body } = await service({ readings: { listItem } }).get(list);
  for (const item of body.data) expect(Object.keys(item).sort()).toEqual(item.issueNumber % 2 ? odd : even);
});

test('totalPages of an empty list is 0, or 1 if so read [GAP-35]', async () => {
  const empty = '/projects/prj_empty/issues';
  expect((await service().get(empty)).body).toEqual({ data: [], total: 0, page: 1, totalPages: 0 });
  expect((await service({ readings: { emptyTotalPages: 1 } }).get(empty)).body.totalPages).toBe(1);
});

test('an issue has all its fields, and counts that agree with what was captured [EP-8] [RES-3] [RES-4] [GAP-26]', async () => {
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

test('from every status an API caller may set each of the four [STA-3] [GAP-4]', async () => {
  for (const from of issueStatuses) {
    for (const to of settableStatuses) {
      const { patch, mock } = service();
      const { issueNumber } = await mock.dashboard.createIssue({ projectId: 'prj_web', status: from });
      expect(await patch(`${list}/${issueNumber}`, { status: to })).toMatchObject({
        status: 200,
        body: { data: { status: to } },
      });
    }
  }
});

test('a change answers number, status, priority and the moved updatedAt [EP-9] [STA-4] [GEN-4]', async () => {
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

test('the same value again is a change, and updatedAt always moves on [GAP-34] [STA-4]', async () => {
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

test.each(['verified', 'closed'])(
  'an API caller cannot set %s, and nothing else of the change is made [STA-5] [STA-6] [GAP-5]',
  async (status) => {
    const { get, patch, as } = service();
    const before = await get(`${list}/1`);
    for (const caller of [patch, as('oat_ada').patch]) {
      const refused = await caller(`${list}/1`, { status, priority: 'low' });
      expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining(status) } });
    }
    expect(await get(`${list}/1`)).toEqual(before);
  },
);

test('the refusal of a status can be any status and message [GAP-5]', async () => {
  const { patch } = service({ readings: { statusRefusal: { status: 409, error: 'Not yours to set' } } });
  expect(await patch(`${list}/1`, { status: 'closed' })).toMatchObject({
    status: 409,
    body: { error: 'Not yours to set' },
  });
});

test('a table of transitions permits what it names, and nothing sets verified [GAP-4] [STA-5]', async () => {
  const { patch } = service({ readings: { transitions: { open: ['in_progress', 'verified'], in_progress: [] } } });
  expect(await patch(`${list}/1`, { status: 'blocked' })).toMatchObject({
    status: 403,
    body: { error: 'An issue cannot move from open to blocked' },
  });
  expect((await patch(`${list}/1`, { status: 'verified' })).status).toBe(403);
  expect((await patch(`${list}/1`, { status: 'in_progress' })).status).toBe(200);
  expect((await patch(`${list}/1`, { status: 'open' })).status).toBe(403);
  expect((await patch(`${list}/2`, { status: 'open' })).status).toBe(403);
  expect((await patch(`${list}/2`, { priority: 'low' })).status).toBe(200);
});

test('a value outside the enumeration is 400 naming the member and the allowed values [EP-10] [ERR-2]', async () => {
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

test('an empty change is accepted and changes nothing, or is 400 if so read [GAP-23]', async () => {
  const { get, patch } = service();
  const before = await get(`${list}/1`);
  expect(await patch(`${list}/1`, {})).toMatchObject({
    status: 200,
    body: { data: { updatedAt: before.body.data.updatedAt } },
  });
  expect(await get(`${list}/1`)).toEqual(before);
  const strict = service({ readings: { emptyUpdate: 'reject' } });
  expect(await strict.patch(`${list}/1`, {})).toMatchObject({ status: 400, body: { details: [{ field: 'body' }] } });
});

test('pages joined are the whole list, each issue once, whatever the page size [EP-5]', async () => {
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
