import { IssueTrackingClient } from '@issue-tracking/sdk';
import { fetch, ProxyAgent } from 'undici';

const dispatcher = new ProxyAgent(process.env.HTTPS_PROXY);

const client = new IssueTrackingClient({
  baseUrl: process.env.ISSUE_TRACKING_BASE_URL,
  apiKey: process.env.ISSUE_TRACKING_API_KEY,
  fetch: (url, init) => fetch(url, { ...init, dispatcher }),
});

console.log((await client.projects.list()).total);
await dispatcher.close();
