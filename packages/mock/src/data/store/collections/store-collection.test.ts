import { createMock, type Mock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import { acme, service } from '../../../../test/fixture.ts';
import { internalsOf } from '../../../create-mock/internals.ts';

const list = '/projects/prj_web/issues';
const issue1 = { projectId: 'prj_web', issueNumber: 1 };

test('the collections of a new mock have all records of its world', () => {
  const { mock } = service();
  const { organizations, projects, issues, comments, apiKeys, users, accessTokens } = mock.world;
  const counts = [organizations, projects, issues, comments, apiKeys, users, accessTokens].map(
    (kind) => kind.findMany().length,
  );
  expect(counts).toEqual([3, 4, 7, 2, 9, 1, 2]);
  expect(issues.findMany((q) => q.where({ status: 'open', priority: 'high' }))).toHaveLength(2);
});

test('records created or removed outside the collections show in them at once', () => {
  const { mock } = service();
  const { issues, comments } = mock.world;
  const all = mock.world.organizations.count();
  void mock.dashboard.createOrganization({ slug: 'new' });
  expect(mock.world.organizations.count()).toBe(all + 1);
  void mock.dashboard.addComment(issue1, { content: 'At once' });
  expect(comments.findFirst((q) => q.where({ content: 'At once' }))).toMatchObject(issue1);
  mock.reset();
  expect([mock.world.organizations.count(), comments.count(), issues.count()]).toEqual([all, 2, 7]);
});

test('clear() removes the records and everything that belongs to them from the service', async () => {
  const { get, mock } = service();
  mock.world.issues.clear();
  expect([(await get(list)).body.total, mock.world.issues.count(), mock.world.comments.count()]).toEqual([0, 0, 0]);
});

test('changes by requests show in the collections', async () => {
  const { patch, post, mock } = service();
  await patch(`${list}/1`, { status: 'blocked' });
  await post(`${list}/1/comments`, { content: 'shown' });
  await mock.dashboard.createIssue({ projectId: 'prj_web', title: 'New' });
  expect(mock.world.issues.findFirst((q) => q.where(issue1))?.status).toBe('blocked');
  expect(mock.world.comments.findFirst((q) => q.where({ content: 'shown' }))).toMatchObject(issue1);
  expect(mock.world.issues.findFirst((q) => q.where({ title: 'New' }))?.issueNumber).toBe(6);
});

test('a record created in a collection is served', async () => {
  const { get, mock } = service();
  const copy = { ...mock.world.issues.findFirst((q) => q.where(issue1), { strict: true }) };
  await mock.world.issues.create({ ...copy, id: 'iss_new', issueNumber: 77, title: 'Made by hand' });
  expect((await get(`${list}/77`)).body.data.title).toBe('Made by hand');
  await mock.world.apiKeys.create({
    key: 'svc_by_hand',
    name: 'by-hand',
    organizationId: acme,
    scopes: [],
    expiresAt: null,
    revoked: false,
  });
  expect((await get('/projects', { authorization: 'Bearer svc_by_hand' })).status).toBe(403);
});

test('an update through a collection is served, and objects found before do not change', async () => {
  const { get, patch, mock } = service();
  const before = mock.world.issues.findFirst((q) => q.where(issue1));
  await get(`${list}?q=renamed`);
  const updated = await mock.world.issues.update((q) => q.where(issue1), {
    data: (issue) => {
      issue.title = 'Renamed';
      issue.labels.push('new');
    },
  });
  expect(updated).toMatchObject({ title: 'Renamed', labels: ['bug', 'checkout', 'new'] });
  expect(before).toMatchObject({ title: 'Checkout hangs', labels: ['bug', 'checkout'] });
  expect(mock.world.issues.findFirst((q) => q.where(issue1))).toBe(updated);
  expect((await get(`${list}?q=renamed&label=new`)).body.data).toMatchObject([{ issueNumber: 1, title: 'Renamed' }]);
  await patch(`${list}/1`, { status: 'blocked' });
  expect(mock.world.issues.findFirst((q) => q.where(issue1))).toMatchObject({ title: 'Renamed', status: 'blocked' });
});

test('a delete through a collection removes the record and everything that belongs to it from the service', async () => {
  const { get, as, mock } = service();
  mock.world.issues.delete((q) => q.where(issue1));
  expect((await get(`${list}/1`)).status).toBe(404);
  expect((await get(list)).body.total).toBe(4);
  expect(mock.world.comments.findMany()).toEqual([]);
  mock.world.organizations.delete((q) => q.where({ slug: 'globex' }));
  expect((await as('svc_globex').get('/projects')).status).toBe(401);
  expect((await as('oat_ada').get('/projects')).body.total).toBe(2);
  expect(mock.world.projects.findFirst((q) => q.where({ id: 'prj_globex' }))).toBeUndefined();
  mock.world.users.delete((q) => q.where({ id: 'usr_ada' }));
  expect((await as('oat_ada').get('/projects')).status).toBe(401);
  mock.world.projects.deleteMany((q) => q.where({ organizationId: acme }));
  expect((await get('/projects')).body).toEqual({ data: [], total: 0 });
  expect(mock.world.issues.findMany()).toHaveLength(1);
});

test('restore() during the creation of a record leaves no trace of the record', async () => {
  const { mock } = service();
  const snapshot = mock.snapshot();
  const tenant = mock.tenant({ issues: 1 });
  mock.restore(snapshot);
  await tenant.catch(() => {});
  expect(mock.world.organizations.findMany()).toHaveLength(3);
});

test.each([
  ['status', 'done'],
  ['priority', 1],
  ['createdAt', 'yesterday'],
])('an update that sets %s to %j is rejected', async (member, value) => {
  const { mock } = service();
  const { error } = console;
  console.error = () => {};
  const change = { data: (issue: object) => void Object.assign(issue, { [member]: value }) };
  await expect(mock.world.issues.update((q) => q.where(issue1), change)).rejects.toThrow('does not match the schema');
  console.error = error;
});

test('identifying members cannot be changed, and must be unique', async () => {
  const { mock } = service();
  const change = { data: (issue: object) => void Object.assign(issue, { issueNumber: 9 }) };
  await expect(mock.world.issues.update((q) => q.where(issue1), change)).rejects.toThrow(
    "issueNumber identifies the record and can't be changed.",
  );
  const copy = { ...mock.world.issues.findFirst((q) => q.where(issue1), { strict: true }) };
  await expect(mock.world.issues.create(copy)).rejects.toThrow('The issue 1 in prj_web already exists.');
  await expect(mock.world.issues.create({ ...copy, projectId: 'prj_nothing' })).rejects.toThrow(
    'There is no project prj_nothing.',
  );
  expect(mock.world.issues.findMany()).toHaveLength(7);
});

test('found records are frozen', async () => {
  const { mock } = service();
  const issue = mock.world.issues.findFirst((q) => q.where(issue1), { strict: true });
  expect(() => Object.assign(issue, { title: 'Renamed' })).toThrow(TypeError);
  expect(() => issue.labels.push('new')).toThrow(TypeError);
  const [another] = mock.world.issues.findMany((q) => q.where({ title: 'Search' }));
  expect(() => another?.labels.push('new')).toThrow(TypeError);
  const created = await mock.world.issues.create({ ...issue, id: 'iss_new', issueNumber: 77, labels: ['mine'] });
  expect(() => created.labels.push('new')).toThrow(TypeError);
});

test('a member that an update deletes is no longer served', async () => {
  const { get, mock } = service();
  const change = (data: (issue: Record<string, unknown>) => unknown) =>
    mock.world.issues.update((q) => q.where(issue1), { data: (issue) => void data(Object(issue)) });
  await change((issue) => Object.assign(issue, { severity: 'low' }));
  expect((await get(`${list}/1`)).body.data.severity).toBe('low');
  await change((issue) => delete issue['severity']);
  expect((await get(`${list}/1`)).body.data).not.toHaveProperty('severity');
});

test('concurrent updates and requests keep the changes of each other', async () => {
  const { patch, mock } = service();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const one = mock.world.issues.update((q) => q.where(issue1), {
    async data(issue) {
      await held;
      issue.title = 'Renamed';
    },
  });
  const other = mock.world.issues.update((q) => q.where(issue1), { data: (issue) => void issue.labels.push('new') });
  await patch(`${list}/1`, { status: 'blocked' });
  letGo();
  await Promise.all([one, other]);
  await patch(`${list}/1`, { priority: 'low' });
  expect(mock.world.issues.findFirst((q) => q.where(issue1))).toMatchObject({
    title: 'Renamed',
    labels: ['bug', 'checkout', 'new'],
    status: 'blocked',
    priority: 'low',
  });
});

test('an update is rejected if its record was deleted meanwhile, and does not bring the record back', async () => {
  const { mock } = service();
  const update = mock.world.issues.update((q) => q.where(issue1), {
    data(issue) {
      issue.title = 'Renamed';
    },
  });
  mock.world.issues.delete((q) => q.where(issue1));
  await expect(update).rejects.toThrow('The record was deleted before its update ended.');
  expect(mock.world.issues.findMany((q) => q.where(issue1))).toEqual([]);
});

test('a record can be found and changed by a request before the promise of create() resolves', async () => {
  const { patch, mock } = service();
  const issue = mock.world.issues.findFirst((q) => q.where(issue1), { strict: true });
  const created = mock.world.issues.create({ ...issue, id: 'iss_new', issueNumber: 77 });
  const found = () => mock.world.issues.findMany((q) => q.where({ id: 'iss_new' })).map(({ status }) => status);
  expect(found()).toEqual(['open']);
  const patched = patch(`${list}/77`, { status: 'blocked' });
  await Promise.all([created, patched]);
  expect(found()).toEqual(['blocked']);
  expect(mock.world.issues.count()).toBe(8);
});

test.each([
  ['at each step of an update', () => true],
  ['right after another write during an update', (tick: number, moment: number) => tick === moment],
])('a query returns the present record %s', async (_when, reads) => {
  for (let moment = 0; moment < 20; moment++) {
    const { mock } = service();
    const { store } = internalsOf(mock).service;
    const found = () => mock.world.issues.findFirst((q) => q.where(issue1));
    let ended = false;
    const update = mock.world.issues
      .update((q) => q.where(issue1), { data: (issue) => void Object.assign(issue, { title: 'Renamed' }) })
      .then(() => (ended = true));
    for (let tick = 0; !ended; tick++) {
      if (tick === moment) void mock.dashboard.verify(issue1);
      if (reads(tick, moment)) expect(found(), `${moment}, ${tick}`).toBe(store.directory.issue('prj_web', 1));
      await null;
    }
    await update;
    expect(found()).toBe(store.directory.issue('prj_web', 1));
    expect(found()?.title).toBe('Renamed');
  }
});

test('create() copies the passed object', async () => {
  const { get, mock } = service();
  const issue = mock.world.issues.findFirst((q) => q.where(issue1), { strict: true });
  const added = { tags: ['a'] };
  await mock.world.issues.create({ ...issue, ...{ added }, id: 'iss_new', issueNumber: 77 });
  added.tags.push('b');
  expect((await get(`${list}/77`)).body.data.added).toEqual({ tags: ['a'] });
});

test('pulled comments without members are separate records', async () => {
  const issues = [{ issueNumber: 1, comments: [{}, {}, { id: null }] }];
  const organizations = [{ id: '7', slug: 'acme', name: 'Acme', projects: [{ id: 'prj_web', issues }] }];
  const { mock } = service({ world: { form: 'pulled', organizations } });
  const { comments } = mock.world;
  const second = () => comments.all()[1];
  const isSecond = second();
  const snapshot = mock.snapshot();
  await comments.update((q) => q.where((comment) => comment === isSecond), {
    data(comment) {
      comment.content = 'Mine';
    },
  });
  expect(comments.all().map(({ content }) => content)).toEqual([undefined, 'Mine', undefined]);
  const mine = second();
  comments.delete((q) => q.where((comment) => comment === mine));
  expect(comments.all()).toMatchObject([{ projectId: 'prj_web' }, { id: null }]);
  mock.restore(snapshot);
  expect(comments.all()[1]).toBe(isSecond);
  // A version that was there once leads to none of the others.
  if (mine) internalsOf(mock).service.store.remove('comments', mine);
  expect(comments.count()).toBe(3);
});

test('a renamed organization keeps its projects, issues and keys', async () => {
  const { get, mock } = service();
  await mock.world.organizations.update((q) => q.where({ slug: 'acme' }), {
    data(organization) {
      organization.name = 'Acme & Sons';
    },
  });
  const { status, body } = await get('/projects');
  expect([status, body.data[0].organizationName]).toEqual([200, 'Acme & Sons']);
  expect((await get(`${list}/1`)).status).toBe(200);
});

describe('findMany', () => {
  const numbers = (issues: { issueNumber: number }[]) => issues.map(({ issueNumber }) => issueNumber);
  const inWeb = { projectId: 'prj_web' };

  test('starts at the cursor, any version of a record, in the requested order', async () => {
    const { mock } = service();
    const { issues } = mock.world;
    const rename = { data: (issue: object) => void Object.assign(issue, { title: 'New' }) };
    const cursor = issues.findFirst((q) => q.where({ ...inWeb, issueNumber: 3 }), { strict: true });
    await issues.update((q) => q.where({ ...inWeb, issueNumber: 3 }), rename);
    expect(numbers(issues.findMany((q) => q.where(inWeb), { cursor }))).toEqual([3, 4, 5]);
    const backwards = { cursor, orderBy: { issueNumber: 'desc' } } as const;
    expect(numbers(issues.findMany((q) => q.where(inWeb), { ...backwards, skip: 1, take: 1 }))).toEqual([2]);
    issues.delete((q) => q.where({ ...inWeb, issueNumber: 3 }));
    expect(issues.findMany((q) => q.where(inWeb), { cursor })).toEqual([]);
  });

  test('sorts before it applies skip and take', () => {
    const { mock } = service();
    const { issues } = mock.world;
    const [last] = issues.findMany((q) => q.where(inWeb), { orderBy: { issueNumber: 'desc' }, take: 1 });
    expect(last?.issueNumber).toBe(5);
    expect(() => issues.findMany(undefined, { take: -1 })).toThrow('take must be an integer of 0 or more, found -1.');
  });

  test('sorts by several and by nested members, with null at the end', () => {
    const { mock } = service();
    const { issues, apiKeys } = mock.world;
    const sorted = issues.findMany((q) => q.where(inWeb), { orderBy: [{ priority: 'asc' }, { issueNumber: 'desc' }] });
    const byHand = [...sorted].sort((a, b) =>
      a.priority < b.priority ? -1 : a.priority > b.priority ? 1 : b.issueNumber - a.issueNumber,
    );
    expect(numbers(sorted)).toEqual(numbers(byHand));
    const byBrowser = issues.findMany(undefined, { orderBy: { techContext: { browserInfo: { name: 'asc' } } } });
    expect(byBrowser.at(0)?.techContext?.browserInfo.name).toBe('Chrome');
    for (const expiresAt of ['asc', 'desc'] as const)
      expect(apiKeys.findMany(undefined, { orderBy: { expiresAt } }).at(-1)?.expiresAt).toBeNull();
    const wrong = { orderBy: { title: 'up' } };
    expect(() => issues.findMany(undefined, JSON.parse(JSON.stringify(wrong)))).toThrow(
      'orderBy.title must be asc or desc, found up.',
    );
  });
});

describe('with strict: true,', () => {
  test.each([
    ['findFirst', (mock) => mock.world.issues.findFirst((q) => q.where({ title: 'None' }), { strict: true })],
    ['findMany', (mock) => mock.world.issues.findMany((q) => q.where({ title: 'None' }), { strict: true })],
    ['delete', (mock) => mock.world.issues.delete((q) => q.where({ title: 'None' }), { strict: true })],
    ['deleteMany', (mock) => mock.world.issues.deleteMany((q) => q.where({ title: 'None' }), { strict: true })],
    ['update', (mock) => mock.world.issues.update((q) => q.where({ title: 'None' }), { data() {}, strict: true })],
    [
      'updateMany',
      (mock) => mock.world.issues.updateMany((q) => q.where({ title: 'None' }), { data() {}, strict: true }),
    ],
  ] satisfies [string, (mock: Mock) => unknown][])('%s throws if no record matches', async (_method, run) => {
    const { mock } = service();
    await expect(async () => run(mock)).rejects.toThrow('No record of issues matches the query.');
  });
});

test('where() accepts a function, and can be combined with or() and and()', () => {
  const { mock } = service();
  const bugs = mock.world.issues.findMany((q) => q.where((issue) => issue.labels.includes('bug')));
  expect(bugs.every(({ labels }) => labels.includes('bug'))).toBe(true);
  expect(bugs.length).toBeGreaterThan(0);
  const either = mock.world.issues.findMany((q) =>
    q.where({ issueNumber: 1 }).or({ issueNumber: 2 }).and({ projectId: 'prj_web' }),
  );
  expect(either.map(({ issueNumber }) => issueNumber)).toEqual([1, 2]);
});

test('updateMany() writes nothing if one update is invalid', async () => {
  const { mock } = service();
  let count = 0;
  const change = {
    data: (issue: object) => void Object.assign(issue, { title: 'New', status: ++count < 3 ? 'open' : 'done' }),
  };
  await expect(mock.world.issues.updateMany((q) => q.where({ projectId: 'prj_web' }), change)).rejects.toThrow(
    'status',
  );
  expect(mock.world.issues.findFirst((q) => q.where({ title: 'New' }))).toBeUndefined();
});

test('an update without changes keeps the present version', async () => {
  const { mock } = service();
  const before = mock.world.issues.findFirst((q) => q.where(issue1));
  expect(await mock.world.issues.update((q) => q.where(issue1), { data() {} })).toBe(before);
});

test('createMock() copies the passed world', () => {
  const labels = ['mine'];
  const projects = [{ id: 'p', slug: 'p', name: 'P', issues: [{ title: 'T', labels }] }];
  const organizations = [{ id: acme, slug: 'acme', name: 'Acme', projects }];
  const mock = createMock({ world: { organizations } });
  expect(mock.world.issues.all()).toMatchObject([{ labels: ['mine'] }]);
  labels.push('more');
  expect(mock.world.issues.all()).toMatchObject([{ labels: ['mine'] }]);
});

test('createMock() rejects an invalid world with the path of the mistake', () => {
  const mistakes = { organizations: [{ id: 'x', slug: 'a', name: 'A' }] };
  expect(() => createMock({ world: mistakes })).toThrow('organizations[0].id');
});
