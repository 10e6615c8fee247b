// Run by itself, with little memory: reads projects from a service that responds with as many items as the client reads at most,
// none of them a project. Prints the outcome.
import { existsSync, readFileSync } from 'node:fs';
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
    hooks: { onDrift: () => drifts++ },
  });
  let drifts = 0;
  const items = (await client.projects.list()).data.length;
  // The largest value of `resourceUsage()` is that of the parent process, from which this one was forked.
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const maxRssKb = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
  const maxRssMb = maxRssKb / 1024;
  process.stdout.write(JSON.stringify({ items, drifts, maxRssMb }));
  server.close();
  server.closeAllConnections();
});
