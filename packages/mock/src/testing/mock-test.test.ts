import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { test } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect } from 'vitest';

test('the fixtures are a mock, a tenant of this mock and the options of a client for the tenant', async ({
  mock,
  tenant,
  clientOptions,
}) => {
  expect(clientOptions).toEqual({ ...mock.clientOptions, apiKey: tenant.apiKey });
  const { data } = await new IssueTrackingClient(clientOptions).projects.list();
  expect(data.map(({ id }) => id)).toEqual([tenant.project.id]);
});

test('the fixture user is the first user of the tenant', async ({ tenant, user }) => {
  const client = new IssueTrackingClient(user.clientOptions);
  expect(tenant.users).toEqual([user]);
  expect((await client.projects.list()).data.map(({ id }) => id)).toEqual([tenant.project.id]);
});

describe('a tenant of the test', () => {
  test
    .extend('tenant', ({ mock }) => mock.tenant())
    .fails('without users fails a test that uses the fixture user', ({ user }) => void user);
});

const clientTest = test
  .extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions))
  .extend('tenant', ({ mock }) => mock.tenant({ issues: 1 }));

describe('concurrent tests', () => {
  const mocks = new Set<Mock>();
  const first = Promise.withResolvers<void>();

  clientTest.concurrent('share no records, faults, clock or rate limit [LIM-1]', async ({ client, mock, tenant }) => {
    mocks.add(mock);
    mock.faults.add({ status: 500, times: Number.POSITIVE_INFINITY });
    mock.world.issues.update({ projectId: tenant.project.id, issueNumber: 1 }, { status: 'closed' });
    first.resolve();
    await expect(client.request('GET', '/api/v1/projects', { retry: false })).rejects.toMatchObject({ status: 500 });
  });

  clientTest.concurrent('do not see records and requests of each other', async ({ client, mock, tenant }) => {
    mocks.add(mock);
    await first.promise;
    expect(await client.issues.get(tenant.project.id, 1)).toMatchObject({ status: 'open' });
    expect(mock.requests.all()).toHaveLength(1);
    expect(mocks).toHaveLength(2);
  });
});

describe('the fixture mock', () => {
  clientTest.override('mock', () =>
    createMock({ clock: virtualClock({ now: '2026-04-01T09:30:00.000Z', auto: true }) }),
  );

  clientTest('can be overridden, and the other fixtures use the new mock', async ({ client, mock, tenant }) => {
    mock.faults.add({ status: 429, headers: { 'retry-after': '60' } });
    await client.issues.update(tenant.project.id, 1, { status: 'blocked' });
    const issue = await client.issues.get(tenant.project.id, 1);
    expect(issue.updatedAt >= '2026-04-01T09:31:00.000Z').toBe(true);
  });
});

describe('an unused fault', () => {
  test.fails('fails the test that added it', ({ mock }) => {
    mock.faults.add({ endpoint: 'issues.get', projectId: 'prj_misspelt', status: 500 });
  });

  clientTest.override('mock', () => createMock());
  clientTest.fails('fails the test even if the fixture mock is overridden', async ({ client, mock, tenant }) => {
    mock.faults.add({ projectId: 'prj_misspelt', status: 500 });
    await client.issues.list(tenant.project.id);
  });

  test('does not fail a test that removes it', ({ mock }) => {
    mock.faults.add({ status: 500 });
    mock.faults.clear();
  });
});
