import '@issue-tracking/mock/matchers';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { test as base } from '@issue-tracking/mock/vitest';
import { type IssueListItem, IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect } from 'vitest';
import { behaviors } from './behaviors.ts';
import { type LocalCopy, syncIssues } from './sync-issues.ts';

/** A copy in memory whose writes can fail like those of a disk. */
class MemoryCopy implements LocalCopy {
  readonly issues = new Map<number, IssueListItem>();
  checkpoint: number | undefined;
  breaksAfter = Number.POSITIVE_INFINITY;

  async put(issues: readonly IssueListItem[]): Promise<void> {
    if (this.breaksAfter-- <= 0) throw new Error('The disk is full');
    for (const issue of issues) this.issues.set(issue.issueNumber, issue);
  }

  async size(): Promise<number> {
    return this.issues.size;
  }

  async readCheckpoint(): Promise<number | undefined> {
    return this.checkpoint;
  }

  async writeCheckpoint(page: number | undefined): Promise<void> {
    this.checkpoint = page;
  }
}

const test = base
  .extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions))
  .extend('tenant', ({ mock }) => mock.tenant({ issues: 450 }))
  .extend('copy', () => new MemoryCopy());

test('a run after a crash continues one page before the failed one', async ({ client, copy, mock, tenant }) => {
  const { id: projectId } = tenant.project;
  copy.breaksAfter = 3;
  await expect(syncIssues(client, projectId, copy)).rejects.toThrow('The disk is full');
  mock.requests.clear();

  copy.breaksAfter = Number.POSITIVE_INFINITY;
  await syncIssues(client, projectId, copy);
  expect(copy.issues.size).toBe(450);
  expect(copy.checkpoint).toBeUndefined();
  expect(mock).toHaveReceivedInOrder([{ query: { page: '3' } }, { query: { page: '4' } }, { query: { page: '5' } }]);
  expect(mock.requests.find({ query: { page: '2' } })).toEqual([]);
});

test('a new issue between crash and restart causes no missing issue', async ({ client, copy, mock, tenant }) => {
  const { id: projectId } = tenant.project;
  copy.breaksAfter = 2;
  await syncIssues(client, projectId, copy).catch(() => {});
  mock.world.issues.create({ projectId, title: 'Made meanwhile' });
  copy.breaksAfter = Number.POSITIVE_INFINITY;
  await syncIssues(client, projectId, copy);
  for (let number = 1; number <= 450; number++) expect(copy.issues.has(number), `issue ${number}`).toBe(true);
});

describe.each(behaviors)('with the behavior %j', (behavior) => {
  test.override('mock', () => createMock({ behavior, clock: virtualClock({ auto: true }) }));

  test('each issue is copied, although runs fail after one or two pages', async ({ client, copy, tenant }) => {
    copy.breaksAfter = 1;
    while (true) {
      try {
        await syncIssues(client, tenant.project.id, copy);
        break;
      } catch {
        copy.breaksAfter = 2;
      }
    }
    expect(copy.issues.size).toBe(450);
  });
});
