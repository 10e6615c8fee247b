import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AbortError, IssueTrackingClient } from '@issue-tracking/sdk';

const client = new IssueTrackingClient();

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const issueNumber = Number(request.url?.split('/')[2]);
  try {
    const body =
      request.method === 'POST'
        ? await client.issues.update('prj_web', issueNumber, { status: 'in_progress' })
        : await client.issues.context('prj_web', issueNumber);
    response.end(JSON.stringify(body));
  } catch (error) {
    response.writeHead(error instanceof AbortError ? 503 : 502).end(String(error));
  }
}
const server = createServer((request, response) => void respond(request, response));

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
});

await once(process, 'SIGTERM');
server.close(); // 1. No new connection; idle ones are closed.
const served = once(server, 'close');
await Promise.race([served, sleep(15_000)]); // 2. Open requests get their responses.
await client.close({ deadline: 10_000 }); // 3. Calls that are left end; queued ones reject.
await Promise.race([served, sleep(1_000)]); // 4. Their responses are sent.
server.closeAllConnections(); // 5. No call is pending any more.
process.exit();
