import { test } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect } from 'vitest';

test('the fixture', async ({ mock, clientOptions }) => {
  const client = new IssueTrackingClient(clientOptions);
  const { total } = await client.issues.list('prj_web');
  expect(total).toBe(3);
  expect(mock.requests.all()).toHaveLength(1);
  process.stdout.write('SMOKE ok fixture\n');
});
