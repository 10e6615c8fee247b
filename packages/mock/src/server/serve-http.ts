import type { Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { apiDoor } from '../adapters/http/api-adapter.ts';
import { createServer } from '../adapters/http/node-http.ts';
import { controlApi } from '../control-api/control-api.ts';
import { coreOf } from '../core.ts';
import type { CoreMock } from '../mock.ts';
import { inUrl, isLoopback, isWildcard } from './addresses.ts';
import { Connections } from './connections.ts';
import { crossOrigin } from './cross-origin.ts';
import { hostCheck } from './host-check.ts';
import type { ServerLimits } from './limits.ts';
import type { ListenOptions, MockServer } from './listen.ts';
import { requestListener } from './request-listener.ts';
import { refuseConnection } from './wire-error.ts';

/** What `listen` does, within limits that tests can set: they can't wait for seconds. */
export async function serveHttp(
  mock: CoreMock,
  { port = 0, host = '127.0.0.1', allowHosts = [], cors = [], token, latency = 0, onRequest }: ListenOptions,
  limits: ServerLimits,
): Promise<MockServer> {
  const core = coreOf(mock);
  const server = createServer({
    maxHeaderSize: limits.headSize,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    // As `fetch` joins them: of two Authorization headers, neither counts.
    joinDuplicateHeaders: true,
    // Checked together with what it says, to answer with JSON.
    requireHostHeader: false,
    noDelay: true,
  });
  const connections = new Connections(server);
  const refuse = (cause: Error, socket: Duplex) => refuseConnection(cause, socket, limits.readingTime);
  server.on('clientError', refuse);
  server.on('connect', (_request, socket) => refuse(new Error('No tunnels'), socket));

  const bound = await bind(server, port, host);
  const url = `http://${nameInUrl(host, bound.address)}:${bound.port}`;
  const listener = requestListener({
    checkHost: hostCheck(host, bound.address, allowHosts),
    share: crossOrigin(typeof cors === 'string' ? [cors] : cors),
    api: apiDoor(core, latency, onRequest),
    control: controlApi({ mock, core, url, token, isPrivate: isLoopback(bound.address), connections }),
  });
  server.on('request', (request, response) => {
    connections.begin(response);
    listener(request, response);
  });

  const close = () => connections.close(limits.closeTimeout);
  return { url, close, [Symbol.asyncDispose]: close };
}

function bind(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      // An `AddressInfo` because a port was listened on, not a pipe.
      resolve(server.address() as AddressInfo);
    });
  });
}

/** How to reach the server from this computer. */
function nameInUrl(host: string, address: string): string {
  if (isWildcard(address)) return address === '::' ? '[::1]' : '127.0.0.1';
  return isIP(host) ? inUrl(host) : host;
}
