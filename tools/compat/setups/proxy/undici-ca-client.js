import { readFileSync } from 'node:fs';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { Agent, fetch } from 'undici';

const dispatcher = new Agent({ connect: { ca: readFileSync(process.env.COMPANY_CA) } });

const client = new IssueTrackingClient({
  baseUrl: process.env.ISSUE_TRACKING_BASE_URL,
  apiKey: process.env.ISSUE_TRACKING_API_KEY,
  fetch: (url, init) => fetch(url, { ...init, dispatcher }),
});

console.log((await client.projects.list()).total);
await dispatcher.close();
