import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const mock = createMock();
const client = new IssueTrackingClient(mock.clientOptions);

// Select a request in the panel to see why it was rejected.
for (const [projectId, issueNumber] of [
  ['prj_web', 404],
  ['prj_wed', 1],
] as const)
  try {
    await client.issues.get(projectId, issueNumber);
  } catch (error) {
    console.log(String(error));
    const reason = mock.why().find(({ outcome }) => outcome === 'rejected');
    console.log('  The mock:', reason?.text);
  }
