import { IssueTrackingClient } from '@issue-tracking/sdk';

const client = new IssueTrackingClient({
  baseUrl: process.env.ISSUE_TRACKING_BASE_URL,
  apiKey: process.env.ISSUE_TRACKING_API_KEY,
});

console.log((await client.projects.list()).total);
