import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { acme, service } from '../../../test/fixture.ts';

const list = '/projects/prj_web/issues';
const issue1 = { projectId: 'prj_web', issueNumber: 1 };

test('a mock’s collections have every record of the world at once', () => {
  const { mock } = service();
  const { organizations, projects, issues, comments, apiKeys, users, accessTokens } = mock.world;
  const counts = [organizations, projects, issues, comments, apiKeys, users, accessTokens].map(
    (kind) => kind.findMany().length,
  );
  expect(counts).toEqual([3, 4, 7, 2, 9, 1, 2]);
  expect(issues.findMany((q) => q.where({ status: 'open', priority: 'high' }))).toHaveLength(2);
});

test('what comes and goes shows at once, whoever is making it', () => {
  const { mock } = service();
  const { issues, comments } = mock.world;
  const all = mock.world.organizations.count();
  void mock.dashboard.createOrganization({ slug: 'new' });
  expect(mock.world.organizations.count()).toBe(all + 1);
  void mock.dashboard.addComment(issue1, 'At once');
  expect(comments.findFirst((q) => q.where({ content: 'At once' }))).toMatchObject(issue1);
  mock.reset();
  expect([mock.world.organizations.count(), comments.count(), issues.count()]).toEqual([all, 2, 7]);
});

test('a collection that is cleared leaves nothing in the service', async () => {
  const { get, mock } = service();
  mock.world.issues.clear();
  expect([(await get(list)).body.total, mock.world.issues.count(), mock.world.comments.count()]).toEqual([0, 0, 0]);
});

test('what a request changes shows in the collections', async () => {
  const { patch, post, mock } = service();
  await patch(`${list}/1`, { status: 'blocked' });
  await post(`${list}/1/comments`, { content: 'shown' });
  await mock.dashboard.createIssue({ projectId: 'prj_web', title: 'New' });
  expect(mock.world.issues.findFirst((q) => q.where(issue1))?.status).toBe('blocked');
  expect(mock.world.comments.findFirst((q) => q.where({ content: 'shown' }))).toMatchObject(issue1);
  expect(mock.world.issues.findFirst((q) => q.where({ title: 'New' }))?.issueNumber).toBe(6);
});

test('a record that is created in a collection is served', async () => {
  const { get, mock } = service();
  const copy = { ...mock.world.issues.findFirst((q) => q.where(issue1), { strict: true }) };
  await mock.world.issues.create({ ...copy, id: 'iss_new', issueNumber: 77, title: 'Made by hand' });
  expect((await get(`${list}/77`)).body.data.title).toBe('Made by hand');
  await mock.world.apiKeys.create({
    key: 'svc_by_hand',
    organizationId: acme,
    scopes: [],
    expiresAt: null,
    revoked: false,
  });
  expect((await get('/projects', { authorization: 'Bearer svc_by_hand' })).status).toBe(403);
});

test('an update through a collection is served, and the record stays the same object', async () => {
  const { get, patch, mock } = service();
  const before = mock.world.issues.findFirst((q) => q.where(issue1));
  await get(`${list}?q=renamed`);
  const updated = await mock.world.issues.update((q) => q.where(issue1), {
    data: (issue) => {
      issue.title = 'Renamed';
      issue.labels.push('new');
    },
  });
  expect(updated).toBe(before);
  expect((await get(`${list}?q=renamed&label=new`)).body.data).toMatchObject([{ issueNumber: 1, title: 'Renamed' }]);
  await patch(`${list}/1`, { status: 'blocked' });
  expect(mock.world.issues.findFirst((q) => q.where(issue1))).toMatchObject({ title: 'Renamed', status: 'blocked' });
});

test('a shared value that one record changes stays as it was in the others', async () => {
  const { mock } = service();
  await mock.world.issues.update((q) => q.where({ issueNumber: 3 }), {
    data: (issue) => void issue.userActions.push({ type: 'click', target: 'a', timestamp: issue.createdAt }),
  });
  expect(mock.world.issues.findFirst((q) => q.where({ issueNumber: 4 }))?.userActions).toEqual([]);
});

test('what is deleted from a collection is gone from the service, with everything that belongs to it', async () => {
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

test('a record that is deleted while it is on its way into its collection does not come to stand there', async () => {
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
])('a collection takes no %s of %j', async (member, value) => {
  const { mock } = service();
  const { error } = console;
  console.error = () => {};
  const change = { data: (issue: object) => void Object.assign(issue, { [member]: value }) };
  await expect(mock.world.issues.update((q) => q.where(issue1), change)).rejects.toThrow('does not match the schema');
  console.error = error;
});

test('what says which record it is cannot change, nor come twice', async () => {
  const { mock } = service();
  const change = { data: (issue: object) => void Object.assign(issue, { issueNumber: 9 }) };
  await expect(mock.world.issues.update((q) => q.where(issue1), change)).rejects.toThrow(
    "issueNumber says which record it is and can't change.",
  );
  const copy = { ...mock.world.issues.findFirst((q) => q.where(issue1), { strict: true }) };
  await expect(mock.world.issues.create(copy)).rejects.toThrow('There is already the issue 1 in prj_web.');
  await expect(mock.world.issues.create({ ...copy, projectId: 'prj_nothing' })).rejects.toThrow(
    'There is no project prj_nothing.',
  );
  expect(mock.world.issues.findMany()).toHaveLength(7);
});

test('a world with mistakes is refused at once, each named by its path', () => {
  const mistakes = { organizations: [{ id: 'x', slug: 'a', name: 'A' }] };
  expect(() => createMock({ world: mistakes })).toThrow('organizations[0].id');
});
