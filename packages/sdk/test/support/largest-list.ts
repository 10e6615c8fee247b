// Run by itself, with little memory: reads projects from a service that responds with as many items as the client reads at most,
// none of them a project, in the validation that is its argument. Prints the outcome.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const body = gzipSync(`{"data":[${Array(460_000).fill('{"id":1}').join()}],"total":1}`);
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
});
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo;
  const client = new IssueTrackingClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'svc_aaaaaaaaaaaaaaaa',
    validation: process.argv[2] === 'strict' ? 'strict' : 'tolerant',
    hooks: { onDrift: () => drifts++ },
  });
  let drifts = 0;
  const { name, message } = await client.projects.list().then(
    ({ data }) => ({ name: 'none', message: `${data.length} items` }),
    (error: Error) => error,
  );
  process.stdout.write(JSON.stringify({ name, message, drifts, maxRssMb: process.resourceUsage().maxRSS / 1024 }));
  server.close();
  server.closeAllConnections();
});
