import { trackerTest } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect } from 'vitest';
import { boardAfter, emptyBoard } from './board-state.ts';

const test = trackerTest({ client: IssueTrackingClient }).extend('tenant', ({ mock }) => mock.tenant({ issues: 3 }));

test('overlapping pages show each issue once', async ({ client, tenant }) => {
  const page = await client.issues.list(tenant.project.id, { limit: 2 });
  const again = await client.issues.list(tenant.project.id, { limit: 3 });
  const board = boardAfter(boardAfter(emptyBoard, { type: 'loaded', status: 'open', page }), {
    type: 'loaded',
    status: 'open',
    page: again,
  });
  expect(board.columns.open.issues.map(({ issueNumber }) => issueNumber).sort()).toEqual([1, 2, 3]);
});

test('a moved issue changes its column and the counts of both columns', async ({ client, tenant }) => {
  const page = await client.issues.list(tenant.project.id);
  const loaded = boardAfter(emptyBoard, { type: 'loaded', status: 'open', page });
  const board = boardAfter(loaded, { type: 'moved', issueNumber: 2, to: 'blocked' });
  expect(board.columns.open).toMatchObject({ total: 2 });
  expect(board.columns.blocked).toMatchObject({ total: 1, issues: [{ issueNumber: 2, status: 'blocked' }] });
  expect(boardAfter(board, { type: 'moved', issueNumber: 99, to: 'closed' })).toBe(board);
});
