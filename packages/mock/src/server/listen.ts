import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { coreOf } from '../core/core.ts';
import type { CoreMock } from '../mock.ts';
import { inUrl, isLoopback, isWildcard } from './addresses.ts';
import { apiDoor } from './api-door.ts';
import { Connections } from './connections.ts';
import { controlApi } from './control/control-api.ts';
import { crossOrigin } from './cross-origin.ts';
import { hostCheck } from './host-check.ts';
import { type ServerLimits, serverLimits } from './limits.ts';
import { requestListener } from './request-listener.ts';
import { refuseConnection } from './wire-error.ts';

/** A request the server has answered. */
export interface ServedRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** `null` when a fault dropped the connection, or the client left. */
  readonly status: number | null;
  /** From the end of the request's head to the end of the answer, in whole milliseconds. */
  readonly ms: number;
}

/** How a mock is served. */
export interface ListenOptions {
  /** 0, the default, for a free one. */
  port?: number;
  /** `127.0.0.1` by default. Elsewhere than on loopback the control API needs a `token`. */
  host?: string;
  /** Names the server may be called by besides loopback names and `host`: others are refused with 403. */
  allowHosts?: readonly string[];
  /** Origins whose pages may call the API besides those on loopback; `*` for all. None may call the control API. */
  cors?: string | readonly string[];
  /** Asked of every caller of the control API: `Authorization: Bearer …` or `X-Mock-Token: …`. */
  token?: string;
  /** How much longer every answer of the API takes, in milliseconds: 0 by default. */
  latency?: number;
  /** Called after each request to the API. */
  onRequest?: (request: ServedRequest) => void;
}

/** A mock that is being served. */
export interface MockServer extends AsyncDisposable {
  /** The base URL for clients, without a trailing slash. */
  readonly url: string;
  /**
   * Stops listening, ends idle connections and lets requests under way finish for a second. Called again, it ends
   * everything at once.
   */
  close(): Promise<void>;
}

/**
 * Serves a mock over HTTP, for other processes and languages: the API at `<url>/api/`, the control API at
 * `<url>/__mock/`.
 *
 * @example
 * await using server = await listen(createMock());
 * await fetch(`${server.url}/api/v1/projects`, { headers: { authorization: 'Bearer svc_mock' } });
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when it can't listen there.
 */
export async function listen(
  mock: CoreMock,
  { port = 0, host = '127.0.0.1', allowHosts = [], cors = [], token, latency = 0, onRequest }: ListenOptions = {},
  /** @internal For tests, which can't wait for seconds. */
  limits: ServerLimits = serverLimits,
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
  server.on('clientError', refuseConnection);
  server.on('connect', (_request, socket) => refuseConnection(new Error('No tunnels'), socket));

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
