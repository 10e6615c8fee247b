import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const mock = createMock({ clock: virtualClock({ auto: true }) });
const client = new IssueTrackingClient(mock.clientOptions);
const begin = mock.clock.now();

// 100 requests a minute are allowed. The client waits by itself.
const calls = Array.from({ length: 350 }, () => client.issues.get('prj_web', 1));
await Promise.all(calls);

const rejected = mock.requests.all().filter(({ status }) => status === 429);
const minutes = (mock.clock.now() - begin) / 60_000;
console.log(`${rejected.length} of 350 rejected, ${minutes} minutes`);
