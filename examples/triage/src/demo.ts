import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const client = new IssueTrackingClient(createMock().clientOptions);

for await (const issue of client.issues.list('prj_web')) console.log(`#${issue.issueNumber} ${issue.title}`);
