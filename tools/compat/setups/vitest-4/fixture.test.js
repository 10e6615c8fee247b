import { test } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect } from 'vitest';

test('the fixture', async ({ mock, tenant, clientOptions }) => {
  const client = new IssueTrackingClient(clientOptions);
  const { total } = await client.issues.list(tenant.project.id);
  expect(total).toBe(0);
  expect(mock.requests.all()).toHaveLength(1);
  process.stdout.write('SMOKE ok fixture\n');
});
