import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const mock = createMock();
const client = new IssueTrackingClient(mock.clientOptions);
afterEach(() => mock.reset());

test('a fix waits until a user verifies it', async () => {
  await client.issues.update('prj_web', 1, { status: 'fix_submitted' });
  assert.equal((await client.issues.get('prj_web', 1)).status, 'fix_submitted');
});
