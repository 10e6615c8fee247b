import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const mock = createMock({ clock: virtualClock({ auto: true }) });
const client = new IssueTrackingClient(mock.clientOptions);

// The first response is a failure; the client tries again.
mock.faults.add({ endpoint: 'issues.update', status: 503 });
await client.issues.update('prj_web', 1, { status: 'fix_submitted' });

for await (const issue of client.issues.list('prj_web'))
  console.log(`#${issue.issueNumber} ${issue.status}: ${issue.title}`);
