import type { StreamRoute } from './route.ts';

/** What may wait for a reader who does not keep up, in bytes. */
const maxWaiting = 1_048_576;

/** Requests as they are answered, as server-sent events. */
export const eventRoutes: readonly StreamRoute[] = [
  {
    method: 'GET',
    path: 'events',
    summary: 'Requests as they are answered, as server-sent events named request',
    stream({ core, connections }, response) {
      connections.stream(response);
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': every request to the API follows\n\n');
      const stop = core.subscribe((entry) => {
        response.write(`event: request\ndata: ${JSON.stringify(entry)}\n\n`);
        if (response.writableLength > maxWaiting) response.destroy();
      });
      response.once('close', stop);
    },
  },
];
