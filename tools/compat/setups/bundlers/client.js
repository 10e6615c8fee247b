import { IssueTrackingClient } from '@issue-tracking/sdk';

globalThis.client = new IssueTrackingClient({ baseUrl: 'https://issues.example', apiKey: 'svc_key' });
