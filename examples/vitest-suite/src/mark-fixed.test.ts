import { createMock, virtualClock } from '@issue-tracking/mock';
import { test as base } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect } from 'vitest';
import { behaviors } from './behaviors.ts';
import { markFixed } from './mark-fixed.ts';

// Each test gets a service of its own, with a project of two issues and a client for it.
const test = base
  .extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions))
  .extend('tenant', ({ mock }) => mock.tenant({ issues: 2 }));
const commits = [{ sha: '4f2c1ed90b', message: 'Ask once before paying. Fixes #1 and #2.' }];

test.concurrent('a fixed issue gets the status fix_submitted and a comment that names the commit', async ({
  client,
  tenant,
}) => {
  const { id } = tenant.project;
  expect(await markFixed(client, id, commits)).toEqual({ submitted: [1, 2], done: [], failed: [] });
  expect(await client.issues.get(id, 1)).toMatchObject({ status: 'fix_submitted' });
  const comments = await client.issues.comments.list(id, 1);
  expect(comments.data.at(-1)).toMatchObject({ content: 'Fixed in 4f2c1ed, now live. Please verify.' });
});

test.concurrent('a verified issue stays verified', async ({ client, mock, tenant }) => {
  const { id } = tenant.project;
  mock.world.issues.update({ projectId: id, issueNumber: 2 }, { status: 'verified' });
  expect(await markFixed(client, id, commits)).toMatchObject({ submitted: [1], done: [2] });
  expect(await client.issues.get(id, 2)).toMatchObject({ status: 'verified' });
});

test.concurrent('an unknown issue number is reported, and the other issues are updated', async ({ client, tenant }) => {
  const typo = [{ sha: 'a1b2c3d4', message: 'Fixes #4711' }, ...commits];
  const report = await markFixed(client, tenant.project.id, typo);
  expect(report.submitted).toEqual([1, 2]);
  expect(report.failed).toEqual([{ issueNumber: 4711, reason: expect.stringContaining('Issue not found') }]);
});

describe('while the service fails,', () => {
  // Waits pass by themselves, so nothing here takes real time.
  test.override('mock', () => createMock({ clock: virtualClock({ auto: true }) }));

  test('a comment whose response is lost is not sent twice', async ({ client, mock, tenant }) => {
    mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true });
    const { id } = tenant.project;
    const before = await client.issues.comments.list(id, 1);
    expect(await markFixed(client, id, commits)).toMatchObject({ submitted: [1, 2] });
    const after = await client.issues.comments.list(id, 1);
    expect(after.total).toBe(before.total + 1);
  });

  test('an outage of some minutes delays the updates, and all succeed', async ({ client, mock, tenant }) => {
    mock.faults.add({ status: 503, headers: { 'retry-after': '60' }, times: 3 });
    const start = mock.clock.now();
    expect(await markFixed(client, tenant.project.id, commits)).toMatchObject({ submitted: [1, 2], failed: [] });
    expect(mock.clock.now() - start).toBeGreaterThanOrEqual(180_000);
  });
});

// The deployment must work with all behavior that the specification leaves open.
describe.each(behaviors)('with the behavior %j', (behavior) => {
  test.override('mock', () => createMock({ behavior, clock: virtualClock() }));

  test('each issue gets the status fix_submitted or is reported', async ({ client, mock, tenant }) => {
    const { id } = tenant.project;
    const { submitted, failed } = await markFixed(client, id, commits);
    expect([...submitted, ...failed.map(({ issueNumber }) => issueNumber)].sort()).toEqual([1, 2]);
    // With some behavior, reads lag behind writes.
    await mock.clock.advance(1000);
    for (const issueNumber of submitted) {
      expect(await client.issues.get(id, issueNumber)).toMatchObject({ status: 'fix_submitted' });
    }
  });
});
