import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { runCases } from './smoke/smoke.mjs';

const mock = createMock();
const server = setupMock(mock);
server.listen();
const { baseUrl, apiKey } = mock.clientOptions;
const failed = await runCases([
  [
    'a request of the application reaches the mock',
    async () => {
      const { total } = await new IssueTrackingClient({ baseUrl, apiKey }).issues.list('prj_web');
      if (total !== 3 || mock.requests.all().length !== 1) throw new Error(`expected 3 issues, saw ${total}`);
    },
  ],
]);
server.close();
// On import, MSW 3 opens a BroadcastChannel, which keeps Deno running.
Deno.exit(failed);
