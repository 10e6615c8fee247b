import { AbortError, IssueTrackingClient } from '@issue-tracking/sdk';

const client = new IssueTrackingClient();
process.once('SIGTERM', () => void client.close({ deadline: 10_000 }));

try {
  for await (const { issueNumber } of client.issues.list('prj_web')) {
    await client.issues.comments.create('prj_web', issueNumber, { content: 'Seen' });
  }
} catch (error) {
  // The client was closed: the call in flight has ended, and nothing more is sent.
  if (!(error instanceof AbortError)) throw error;
}
