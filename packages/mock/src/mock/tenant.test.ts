import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';

test('issues of a tenant are at least one hour old, so that the SDK can repeat an update after a 503', async () => {
  const mock = createMock({ clock: virtualClock({ now: '2026-04-01T12:00:00.000Z', auto: true }) });
  const { clientOptions, project } = await mock.tenant({ issues: 3 });
  const client = new IssueTrackingClient(clientOptions);
  mock.faults.add({ endpoint: 'issues.update', status: 503 });
  await client.issues.update(project.id, 1, { status: 'blocked' });
  const { data } = await client.issues.list(project.id);
  expect(data.map(({ createdAt }) => createdAt)).toEqual([
    '2026-04-01T11:00:00.000Z',
    '2026-04-01T10:59:00.000Z',
    '2026-04-01T10:58:00.000Z',
  ]);
});

test('issues of a tenant keep the passed times', async () => {
  const mock = createMock({ clock: virtualClock({ now: '2026-04-01T12:00:00.000Z' }) });
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };
  const { clientOptions, project } = await mock.tenant({ issues: [times, { updatedAt: times.updatedAt }] });
  const client = new IssueTrackingClient(clientOptions);
  expect(await client.issues.get(project.id, 1)).toMatchObject(times);
  expect(await client.issues.get(project.id, 2)).toMatchObject({ updatedAt: times.updatedAt });
});

test('a tenant can have issues at the earliest time of the clock', async () => {
  const mock = createMock({ clock: virtualClock({ now: '0000-01-01T00:00:00.000Z' }) });
  await mock.tenant({ issues: 1 });
  expect(mock.world.issues.find({ createdAt: '0000-01-01T00:00:00.000Z' })).toHaveLength(1);
});

test('users of a tenant have a token each, see only its projects, and share its faults and requests', async () => {
  const mock = createMock();
  const [tenant, other] = await Promise.all([mock.tenant({ users: 2, issues: 1 }), mock.tenant({ users: 1 })]);
  const [first, second] = tenant.users;
  if (!first || !second) throw new Error('There are two.');
  const client = new IssueTrackingClient(first.clientOptions);
  expect((await client.projects.list()).data.map(({ id }) => id)).toEqual([tenant.project.id]);
  const { authorName } = await client.issues.comments.create(tenant.project.id, 1, { content: 'Seen' });
  expect([authorName, first.name, second.name]).toEqual(['User 1', 'User 1', 'User 2']);
  expect(first.token).not.toBe(second.token);
  expect(tenant.requests.all()).toHaveLength(2);
  expect(other.requests.all()).toEqual([]);
  tenant.faults.add({ endpoint: 'projects.list', status: 503 });
  const status = async (token = '') =>
    (await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await status(other.users[0]?.token), await status(second.token)]).toEqual([200, 503]);
});

test('the scopes of a tenant are those of its key and of the tokens of its users', async () => {
  const mock = createMock();
  const { users, project } = await mock.tenant({ users: 1, issues: 1, scopes: ['issues:read'] });
  const [user] = users;
  if (!user) throw new Error('There is one.');
  const client = new IssueTrackingClient(user.clientOptions);
  await client.issues.get(project.id, 1);
  await expect(client.issues.update(project.id, 1, { status: 'blocked' })).rejects.toMatchObject({ status: 403 });
});

test('a tenant has no users by default, and an impossible number creates nothing', async () => {
  const mock = createMock();
  expect((await mock.tenant()).users).toEqual([]);
  for (const users of [-1, 1.5, 1001, '2' as never]) await expect(mock.tenant({ users })).rejects.toThrow('tenant');
  expect(mock.world.organizations.find()).toHaveLength(2);
});

test('a request of a user of two organizations without a project in its path has no tenant', async () => {
  const mock = createMock();
  const [one, two] = await Promise.all([mock.tenant({ users: 1 }), mock.tenant()]);
  const [user] = one.users;
  if (!user) throw new Error('There is one.');
  mock.world.users.update({ id: user.id }, { organizations: [one.organization.slug, two.organization.slug] });
  const client = new IssueTrackingClient(user.clientOptions);
  expect((await client.projects.list()).data).toHaveLength(2);
  await client.issues.list(two.project.id);
  expect([one.requests.all().length, two.requests.all().length]).toEqual([0, 1]);
});
