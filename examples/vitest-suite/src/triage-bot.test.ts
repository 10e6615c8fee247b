import '@issue-tracking/mock/matchers';
import { createMock, type IssueInput, virtualClock } from '@issue-tracking/mock';
import { test as base } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect } from 'vitest';
import { behaviors } from './behaviors.ts';
import { triage } from './triage-bot.ts';

const issues: IssueInput[] = [
  { title: 'Pay does nothing', networkLogs: [{ method: 'POST', url: 'https://shop.example/pay', status: 502 }] },
  { title: 'The cart is empty', consoleLogs: [{ level: 'error', message: 'cart is undefined' }] },
  { title: 'A word is wrong' },
];
const test = base
  .extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions))
  .extend('tenant', ({ mock }) => mock.tenant({ issues }));

test('each issue gets a priority, a reason and an assignee', async ({ client, mock, tenant }) => {
  const { id: projectId } = tenant.project;
  const { judged } = await triage(client, projectId);
  expect(judged.toSorted((a, b) => a.issueNumber - b.issueNumber)).toEqual([
    { issueNumber: 1, priority: 'critical' },
    { issueNumber: 2, priority: 'high' },
    { issueNumber: 3, priority: 'low' },
  ]);
  expect(mock).toHaveReceived('issues.comments.create', {
    times: 1,
    body: { content: 'Triage: critical, because POST https://shop.example/pay returned 502' },
  });
  expect(mock).toHaveReceivedInOrder([
    { endpoint: 'issues.comments.create', issueNumber: 2 },
    { endpoint: 'issues.update', issueNumber: 2, body: { status: 'in_progress', priority: 'high' } },
  ]);
  expect(mock).toHaveNoErrorResponses();
});

test('no issue is triaged twice, in a second round or after an aborted round', async ({ client, mock, tenant }) => {
  const { id: projectId } = tenant.project;
  const stopped = new AbortController();
  const cancelled = new Error('The job was cancelled');
  mock.faults.add({
    endpoint: 'issues.update',
    status: 500,
    matches: () => {
      stopped.abort(cancelled);
      return true;
    },
  });
  await expect(triage(client, projectId, { signal: stopped.signal })).rejects.toMatchObject({
    name: 'AbortError',
    cause: cancelled,
  });
  expect(await triage(client, projectId)).toMatchObject({ judged: { length: 3 }, failed: [] });
  expect(await triage(client, projectId)).toEqual({ judged: [], failed: [] });
  expect(mock).toHaveReceived('issues.comments.create', { times: 3 });
});

test('an issue whose data cannot be read is reported, and the others are triaged', async ({ client, mock, tenant }) => {
  mock.faults.add({
    endpoint: 'issues.networkLogs',
    issueNumber: 2,
    status: 400,
    body: { error: 'Invalid input' },
  });
  const { judged, failed } = await triage(client, tenant.project.id);
  expect(judged.map(({ issueNumber }) => issueNumber).toSorted()).toEqual([1, 3]);
  expect(failed).toEqual([{ issueNumber: 2, reason: expect.stringContaining('Invalid input') }]);
});

describe.each(behaviors)('with the behavior %j', (behavior) => {
  test.override('mock', () => createMock({ behavior, clock: virtualClock({ auto: true }) }));

  test('each issue is triaged once', async ({ client, mock, tenant }) => {
    const { judged, failed } = await triage(client, tenant.project.id);
    expect([...judged, ...failed].map(({ issueNumber }) => issueNumber).toSorted()).toEqual([1, 2, 3]);
    expect(mock).toHaveReceived('issues.comments.create', { times: 3 });
  });
});
