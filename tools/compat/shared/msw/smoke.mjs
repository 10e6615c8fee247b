// Requests of fetch, axios and other clients reach the mock through MSW.

import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import axios from 'axios';
import { runCases } from './smoke/smoke.mjs';

const mock = createMock({ rateLimit: false });
const server = setupMock(mock);
server.listen();
const { baseUrl, apiKey } = mock.clientOptions;
const headers = { authorization: `Bearer ${apiKey}` };

function equal(seen, wanted) {
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    throw new Error(`expected ${JSON.stringify(wanted)}, saw ${JSON.stringify(seen)}`);
}

const failed = await runCases([
  [
    'the client',
    async () => equal((await new IssueTrackingClient({ baseUrl, apiKey }).issues.list('prj_web')).total, 3),
  ],
  ['fetch', async () => equal((await (await fetch(`${baseUrl}/api/v1/projects`, { headers })).json()).total, 1)],
  ['axios', async () => equal((await axios.get(`${baseUrl}/api/v1/projects`, { headers })).data.total, 1)],
  [
    'a write',
    async () => {
      const client = new IssueTrackingClient({ baseUrl, apiKey });
      equal((await client.issues.update('prj_web', 1, { status: 'blocked' })).status, 'blocked');
    },
  ],
  ['an unknown path', async () => equal((await fetch(`${baseUrl}/api/v1/nothing`, { headers })).status, 404)],
  [
    'a fault',
    async () => {
      mock.faults.add({ endpoint: 'projects.list', status: 500 });
      equal((await fetch(`${baseUrl}/api/v1/projects`, { headers })).status, 500);
    },
  ],
  [
    'a dropped connection',
    async () => {
      mock.faults.add({ endpoint: 'projects.list', drop: true });
      const outcome = await fetch(`${baseUrl}/api/v1/projects`, { headers }).catch((error) => error.name);
      equal(outcome, 'TypeError');
    },
  ],
]);
server.close();
process.exitCode = failed;
