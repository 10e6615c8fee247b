import { behaviorCombinations, createMock, virtualClock } from '@issue-tracking/mock';
import { trackerTest } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect } from 'vitest';
import { markFixed } from './mark-fixed.ts';

// Each test gets a service of its own, with a project of two issues and a client for it.
const test = trackerTest({ client: IssueTrackingClient }).extend('tenant', ({ mock }) => mock.tenant({ issues: 2 }));
const commits = [{ sha: '4f2c1ed90b', message: 'Ask once before paying. Fixes #1 and #2.' }];

test.concurrent('a fixed issue waits for verification and says which commit fixed it', async ({ client, tenant }) => {
  const { id } = tenant.project;
  expect(await markFixed(client, id, commits)).toEqual({ submitted: [1, 2], done: [], failed: [] });
  expect(await client.issues.get(id, 1)).toMatchObject({ status: 'fix_submitted' });
  const comments = await client.issues.comments.list(id, 1);
  expect(comments.data.at(-1)).toMatchObject({ content: 'Fixed in 4f2c1ed, now live. Please verify.' });
});

test.concurrent('a verified issue stays verified', async ({ client, mock, tenant }) => {
  const { id } = tenant.project;
  await mock.dashboard.verify({ projectId: id, issueNumber: 2 });
  expect(await markFixed(client, id, commits)).toMatchObject({ submitted: [1], done: [2] });
  expect(await client.issues.get(id, 2)).toMatchObject({ status: 'verified' });
});

test.concurrent('a number that is no issue is reported, and the others are updated', async ({ client, tenant }) => {
  const typo = [{ sha: 'a1b2c3d4', message: 'Fixes #4711' }, ...commits];
  const report = await markFixed(client, tenant.project.id, typo);
  expect(report.submitted).toEqual([1, 2]);
  expect(report.failed).toEqual([{ issueNumber: 4711, reason: expect.stringContaining('Issue not found') }]);
});

describe('when the service struggles', () => {
  // Waits pass by themselves, so nothing here takes real time.
  test.override('mock', () => createMock({ clock: virtualClock({ auto: true }) }));

  test('a comment whose answer is lost is not written twice', async ({ client, mock, tenant }) => {
    mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true });
    const { id } = tenant.project;
    const before = await client.issues.comments.list(id, 1);
    expect(await markFixed(client, id, commits)).toMatchObject({ submitted: [1, 2] });
    const after = await client.issues.comments.list(id, 1);
    expect(after.total).toBe(before.total + 1);
  });

  test('an outage of some minutes delays the job and fails nothing', async ({ client, mock, tenant }) => {
    mock.faults.add({ status: 503, headers: { 'retry-after': '60' }, times: 3 });
    const start = mock.clock.now();
    expect(await markFixed(client, tenant.project.id, commits)).toMatchObject({ submitted: [1, 2], failed: [] });
    expect(mock.clock.now() - start).toBeGreaterThanOrEqual(180_000);
  });
});

// Every way in which the specification can be read, so that none of them surprises the deployment.
describe.each(behaviorCombinations())('with behavior combination %#', (behavior) => {
  test.override('mock', () => createMock({ behavior, clock: virtualClock() }));

  test('every issue waits for verification or is reported', async ({ client, mock, tenant }) => {
    const { id } = tenant.project;
    const { submitted, failed } = await markFixed(client, id, commits);
    expect([...submitted, ...failed.map(({ issueNumber }) => issueNumber)].sort()).toEqual([1, 2]);
    // In some ways a read does not see a write at once.
    await mock.clock.advance(1000);
    for (const issueNumber of submitted) {
      expect(await client.issues.get(id, issueNumber)).toMatchObject({ status: 'fix_submitted' });
    }
  });
});
