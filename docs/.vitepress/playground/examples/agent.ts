import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const mock = createMock({ world: demoWorld() });
const client = new IssueTrackingClient(mock.clientOptions);

// An agent takes a critical issue, reads what was captured, and hands it to a reviewer.
const { data } = await client.issues.list('prj_web', { status: 'open', priority: 'critical' });
const [issue] = data;
if (!issue) throw new Error('No critical issue is open');
await client.issues.update('prj_web', issue.issueNumber, { status: 'in_progress' });

const { consoleLogs, comments } = await client.issues.context('prj_web', issue.issueNumber);
console.log(`#${issue.issueNumber} ${issue.title}`);
for (const { level, message } of consoleLogs) console.log(`  ${level}: ${message}`);
console.log(`  ${comments.length} comments`);

await client.issues.comments.create('prj_web', issue.issueNumber, { content: 'Fixed in pull request 42' });
const { status } = await client.issues.update('prj_web', issue.issueNumber, { status: 'fix_submitted' });
console.log(`  ${status}`);
