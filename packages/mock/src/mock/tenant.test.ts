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
