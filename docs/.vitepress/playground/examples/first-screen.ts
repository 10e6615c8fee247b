import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const mock = createMock();
const client = new IssueTrackingClient({
  ...mock.clientOptions,
  hooks: {
    onRetry: ({ error, waitMs }) => console.log(`${error}, again in ${waitMs.toFixed()} ms`),
  },
});

const { status } = await client.issues.update('prj_web', 1, { status: 'fix_submitted' });
console.log(`Issue 1 is ${status}`);
