import { test as base } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect } from 'vitest';
import { generatedIssue } from './generated-issue.ts';

const test = base.extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions));

test('generated issues have unique, realistic titles', () => {
  const titles = Array.from({ length: 2000 }, (_, i) => generatedIssue(i).title);
  expect(new Set(titles).size).toBe(2000);
  expect(titles.filter((title) => /undefined|Issue \d/.test(title ?? ''))).toEqual([]);
});

test('generated issues of a tenant are open, without captured data', async ({ mock }) => {
  const { clientOptions, project } = await mock.tenant({ issues: 2000 });
  const client = new IssueTrackingClient(clientOptions);
  const { total, data } = await client.issues.list(project.id, { status: 'open', limit: 1 });
  expect(total).toBe(2000);
  expect(data[0]?.title).toMatch(/^\p{Lu}.+ \(since 4\.9\)$/u);
  const { description, metadataSummary } = await client.issues.get(project.id, 1);
  expect(description).toBe('Checkout stays empty after a reload. It was fine before.');
  expect(metadataSummary.screenshotCount).toBe(0);
});
