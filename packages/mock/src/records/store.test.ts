import type { PulledWorld } from '@issue-tracking/mock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { acme, service } from '../../test/fixture.ts';
import { internalsOf } from '../mock/internals.ts';
import { issueKey, kinds } from './placements.ts';
import type { IssueRecord } from './records.ts';

type Tested = ReturnType<typeof service>;

const orders = ['newest', 'oldest', 'updated'] as const;

/** Operations on the records, each with random numbers as its input. */
const deeds: Record<string, (tested: Tested, pick: number) => unknown> = {
  change: ({ patch }, pick) =>
    patch(`/projects/prj_web/issues/${1 + (pick % 6)}`, { status: pick % 2 ? 'blocked' : 'in_progress' }),
  comment: ({ post }, pick) => post(`/projects/prj_web/issues/${1 + (pick % 6)}/comments`, { content: `#${pick}` }),
  createIssue: ({ mock }) =>
    mock.world.projects.find({ id: 'prj_web' }).map(({ id }) => mock.world.issues.create({ projectId: id })),
  makeTenant: ({ mock }) => mock.tenant({ issues: 1 }),
  createToken: ({ mock }) =>
    mock.world.users.find({ id: 'usr_ada' }).map(({ id }) => mock.world.accessTokens.create({ userId: id })),
  rename: ({ mock }, pick) =>
    mock.world.projects
      .find({ id: pick % 2 ? 'prj_web' : 'prj_empty' })
      .map(({ id }) => mock.world.projects.update({ id }, { name: `Name ${pick}` })),
  redate: ({ mock }, pick) =>
    mock.world.issues.find({ issueNumber: 1 + (pick % 6) }).map(({ id }) => {
      const createdAt = new Date(Date.parse('2026-03-15') + pick * 86_400_000).toISOString();
      return mock.world.issues.update({ id }, { createdAt });
    }),
  reorder: ({ mock }, pick) => mock.settings.change({ behavior: { issueOrder: orders[pick % 3] ?? 'newest' } }),
  deleteIssue: ({ mock }, pick) => mock.world.issues.delete({ issueNumber: 1 + (pick % 6) }),
  deleteComment: ({ mock }) => mock.world.comments.delete(() => true),
  deleteProject: ({ mock }, pick) => pick % 4 === 0 && mock.world.projects.delete({ id: 'prj_web' }),
  deleteUser: ({ mock }, pick) => pick % 4 === 0 && mock.world.users.delete(() => true),
  deleteOrganization: ({ mock }, pick) =>
    pick % 4 === 0 && mock.world.organizations.delete({ slug: pick % 8 ? 'acme' : 'globex' }),
};

/** A deed, a snapshot, or going back: to one of the snapshots, or to the beginning. */
const step = fc.tuple(
  fc.constantFrom(...Object.keys(deeds), 'snapshot', 'snapshot', 'restore', 'restore', 'reset'),
  fc.nat(40),
);

/** Everything that is told of the records: as they are, as the API lists them, and as the collections show them. */
function told({ mock }: Tested): string {
  const { store } = internalsOf(mock).service;
  const { order } = store;
  const records = store.records();
  const lists = records.projects.map(({ id }) => {
    const own = records.issues.filter(({ projectId }) => projectId === id);
    expect(store.issuesInOrder(id)).toEqual(own.toSorted(order));
    expect(store.nextNumber(id)).toBeGreaterThan(Math.max(0, ...own.map(({ issueNumber }) => issueNumber)));
    return store.issuesInOrder(id).map(({ issueNumber }) => issueNumber);
  });
  for (const { id, slug } of records.organizations) {
    expect(store.organizationWith(slug)?.id).toBe(id);
    expect(store.of('projects', id)).toEqual(records.projects.filter(({ organizationId }) => organizationId === id));
  }
  for (const issue of records.issues) {
    const { projectId, issueNumber } = issue;
    expect(store.issue(projectId, issueNumber)).toBe(issue);
    expect(store.of('comments', issueKey(issue))).toEqual(
      records.comments.filter((comment) => comment.projectId === projectId && comment.issueNumber === issueNumber),
    );
  }
  for (const { name, key } of records.apiKeys) expect(store.keyWith('credential', name)).toBe(key);
  for (const { name, token } of records.accessTokens) expect(store.keyWith('credential', name)).toBe(token);
  for (const kind of kinds) expect(mock.world[kind].find(), kind).toEqual(records[kind]);
  return JSON.stringify({ records, lists });
}

/** Snapshots and what the mock told at that moment, beside a mock that keeps going to and fro. */
async function holds(steps: readonly (readonly [string, number])[]): Promise<void> {
  const tested = service();
  const { mock } = tested;
  const beginning = told(tested);
  const taken: { snapshot: ReturnType<typeof mock.snapshot>; moment: string }[] = [];
  for (const [name, pick] of steps) {
    const back = taken[pick % (taken.length || 1)];
    if (name === 'snapshot') taken.push({ moment: told(tested), snapshot: mock.snapshot() });
    else if (name === 'reset') {
      mock.reset();
      expect(told(tested)).toBe(beginning);
    } else if (name === 'restore') {
      if (!back) continue;
      mock.restore(back.snapshot);
      expect(told(tested)).toBe(back.moment);
    } else await deeds[name]?.(tested, pick);
  }
  for (const { snapshot, moment } of taken) {
    mock.restore(snapshot);
    expect(told(tested)).toBe(moment);
  }
  mock.reset();
  expect(told(tested)).toBe(beginning);
}

test('after any operations, restore() brings back the state of its snapshot, and reset() the first state', async () => {
  const few = fc.array(step, { maxLength: 30 });
  const many = fc.array(step, { minLength: 40, maxLength: 80 });
  await fc.assert(fc.asyncProperty(fc.oneof({ weight: 2, arbitrary: few }, many), holds), {
    numRuns: runs(20, 1_000),
  });
});

test('reset() brings back a deleted record as the same object in the same place', () => {
  const { mock } = service();
  const { issues } = mock.world;
  const order = () => [...internalsOf(mock).service.store.all('issues')].map(({ title }) => title);
  const [before, first] = [order(), issues.find()[0]];
  issues.delete({ projectId: 'prj_web' });
  mock.reset();
  expect([order(), issues.find()[0] === first]).toEqual([before, true]);
});

test('restore() brings back the same version of a record that the snapshot has', async () => {
  const { mock, patch } = service();
  const { store } = internalsOf(mock).service;
  const issue = () => store.issue('prj_web', 1);
  const before = issue();
  const snapshot = mock.snapshot();
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  expect([before?.status, issue()?.status]).toEqual(['open', 'blocked']);
  mock.restore(snapshot);
  expect(issue()).toBe(before);
});

test('the issue list stays in order while issues are created, redated and deleted [GAP-7]', () => {
  const { mock } = service();
  const { store } = internalsOf(mock).service;
  const numbers = () => store.issuesInOrder('prj_web').map(({ issueNumber }) => issueNumber);
  expect(numbers()).toEqual([5, 3, 2, 1, 4]);
  const move = (issueNumber: number, createdAt: string) =>
    mock.world.issues.update({ issueNumber, projectId: 'prj_web' }, { createdAt });
  move(4, '2026-04-02T10:00:00.000Z');
  expect(numbers()).toEqual([5, 4, 3, 2, 1]);
  move(5, '2026-01-01T00:00:00.000Z');
  expect(numbers()).toEqual([4, 3, 2, 1, 5]);
  mock.world.issues.create({ projectId: 'prj_web', createdAt: '2026-04-01T12:00:00.000Z' });
  mock.world.issues.delete({ issueNumber: 3 });
  expect(numbers()).toEqual([4, 2, 6, 1, 5]);
});

test('issues with a createdAt that is not a string have a stable place in the list', async () => {
  const times = [null, 1_770_000_000_000, '2026-04-01T10:00:00.000Z', undefined, null, 1_780_000_000_000];
  const issues = times.map((createdAt, i) => ({ issueNumber: i + 1, status: 'open', createdAt }));
  const organizations = [{ id: '7', slug: 'acme', name: 'Acme', apiKeys: [{ key: 'svc_acme' }] }];
  const world = { form: 'pulled', organizations: [{ ...organizations[0], projects: [{ id: 'prj_web', issues }] }] };
  const { patch, get } = service({ world: world as PulledWorld });
  const numbers = async () =>
    (await get('/projects/prj_web/issues')).body.data.map(({ issueNumber }: IssueRecord) => issueNumber);
  const before = await numbers();
  expect(before).toEqual([3, 6, 2, 5, 4, 1]);
  for (const issueNumber of before) await patch(`/projects/prj_web/issues/${issueNumber}`, { status: 'blocked' });
  expect(await numbers()).toEqual(before);
  expect((await get('/projects/prj_web/issues?status=blocked')).body.total).toBe(6);
});

test('deleting a project leaves nothing behind, so that its id can be used again', async () => {
  const { mock, get } = service();
  mock.world.projects.delete({ id: 'prj_web' });
  expect(mock.world.comments.find({ projectId: 'prj_web' })).toEqual([]);
  mock.world.projects.create({ organizationId: acme, id: 'prj_web' });
  expect((await get('/projects')).body.data.map(({ id }: { id: string }) => id)).toEqual(['prj_empty', 'prj_web']);
  expect((await get('/projects/prj_web/issues')).body.total).toBe(0);
});

test('a record with the key of a deleted one has its own place, and undo of the deletion gets that one back into its own', () => {
  const { mock } = service();
  const { store, history } = internalsOf(mock).service;
  const commentsOf = (issueNumber: number) => store.of('comments', issueKey({ projectId: 'prj_web', issueNumber }));
  const [comment] = commentsOf(1);
  if (!comment) throw new Error('The first issue has no comment.');
  mock.world.comments.delete({ id: comment.id });
  const moved = mock.world.comments.create({ ...comment, issueNumber: 2 });
  expect(commentsOf(2).at(-1)).toBe(moved);
  expect(commentsOf(1)).not.toContain(comment);
  mock.world.comments.delete({ id: comment.id });
  const [deletion] = history.all();
  history.undo(deletion?.id ?? '');
  expect(commentsOf(1)).toContain(comment);
  expect(commentsOf(2)).not.toContain(moved);
});

test('records that were deleted take no place for ever, and others stay in order', () => {
  const { mock } = service();
  const { store } = internalsOf(mock).service;
  const { comments } = mock.world;
  const issue = { projectId: 'prj_web', issueNumber: 1 };
  const before = comments.find();
  const saved = mock.snapshot();
  for (let round = 0; round < 3000; round++) {
    comments.create({ ...issue, id: `loop-${round}`, content: 'soon gone' });
    comments.delete({ id: `loop-${round}` });
  }
  expect(store.snapshot().version.tables.comments.rows.size).toBeLessThan(2000);
  expect(comments.find()).toEqual(before);
  comments.create({ ...issue, id: 'loop-1', content: 'again' });
  expect(comments.find().map(({ id }) => id)).toEqual([...before.map(({ id }) => id), 'loop-1']);
  mock.restore(saved);
  expect(comments.find()).toEqual(before);
});
