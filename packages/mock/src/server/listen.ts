import type { Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { apiAdapter } from '../adapters/node.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { inUrl, isLoopback, isWildcard } from '../platform/http/addresses.ts';
import { Connections } from './connections.ts';
import { controlListener } from './control-listener.ts';
import { crossOriginCheck } from './cross-origin.ts';
import { hostCheck } from './host-check.ts';
import { type ListenOptions, parseListenOptions, type ServerLimits, serverLimits } from './listen-options.ts';
import { listenProblem } from './listen-problem.ts';
import { panelFiles } from './panel-files.ts';
import { requestListener } from './request-listener.ts';
import { rejectConnection } from './wire-error.ts';

/**
 * Not imported: an import runs the getters of all exports of `node:http`, one of which loads Node's `fetch`. That takes a fifth of
 * the command's start.
 */
const { createServer } = process.getBuiltinModule('node:http');

/** A running server of a mock. */
export interface MockServer extends AsyncDisposable {
  /** The base URL for clients, without a trailing slash. */
  readonly url: string;
  /**
   * Stops listening, closes idle connections and waits up to a second for requests in flight. Delays of faults and latencies end
   * immediately. A second call closes all connections.
   */
  close(): Promise<void>;
}

/**
 * Serves a mock over HTTP, for other processes and languages: the API at `<url>/api/`, the control API at
 * `<url>/__mock/`.
 *
 * @param mock A mock.
 * @param options Port, host and access. By default a free port on loopback.
 *
 * @example
 * await using server = await listen(createMock());
 * await fetch(`${server.url}/api/v1/projects`, { headers: { authorization: 'Bearer svc_mock' } });
 *
 * @throws Error if it can't listen there, with the system's `code` (`EADDRINUSE`, `EACCES`, …) and the remedy in its message;
 * TypeError for invalid options.
 */
export async function listen(mock: Mock, options: ListenOptions = {}): Promise<MockServer> {
  const checked = parseListenOptions(options);
  const { port = defaultAddress.port, host = defaultAddress.host } = checked;
  try {
    return await serveHttp(mock, checked, serverLimits);
  } catch (cause) {
    const problem = await listenProblem(cause, { port, host }, { port: 'the option port', host: 'the option host' });
    if (problem === undefined) throw cause;
    throw Object.assign(new Error(`${problem}.`, { cause }), { code: (cause as NodeJS.ErrnoException).code });
  }
}

/** Any free port on loopback. */
const defaultAddress = { port: 0, host: '127.0.0.1' };

/** Implements `listen`, with limits that tests can shorten. */
export async function serveHttp(
  mock: Mock,
  {
    port = defaultAddress.port,
    host = defaultAddress.host,
    allowHosts = [],
    cors = [],
    token,
    onRequest,
  }: ListenOptions,
  limits: ServerLimits,
  panelFolder?: string,
): Promise<MockServer> {
  const internals = internalsOf(mock);
  const server = createServer({
    maxHeaderSize: limits.headSize,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    // Like `fetch`. Two joined Authorization headers are invalid.
    joinDuplicateHeaders: true,
    // `hostCheck` checks it and responds with JSON.
    requireHostHeader: false,
    noDelay: true,
  });
  const connections = new Connections(server);
  const reject = (cause: Error, socket: Duplex) => rejectConnection(cause, socket, limits.readingTime);
  server.on('clientError', reject);
  server.on('connect', (_request, socket) => reject(new Error('CONNECT is for proxies'), socket));

  const bound = await bind(server, port, host);
  const url = `http://${nameInUrl(host, bound.address)}:${bound.port}`;
  const listener = requestListener({
    checkHost: hostCheck(host, bound.address, allowHosts),
    share: crossOriginCheck(
      typeof cors === 'string' ? [cors] : cors,
      () => internals.service.state.settings.behavior.cors,
    ),
    panel: panelFiles(panelFolder),
    api: apiAdapter(internals, onRequest),
    control: controlListener({ mock, url, token, isPrivate: isLoopback(bound.address), connections }),
  });
  server.on('request', (request, response) => {
    connections.begin(response);
    listener(request, response);
  });

  const hosts = [nameInUrl(host, bound.address), ...loopbackHosts(bound.address), ...allowHosts];
  // Normalized like the base URLs of clients: without port 80.
  const baseUrls = hosts.map((name) => URL.parse(`http://${name}:${bound.port}`)?.origin ?? url);
  for (const baseUrl of baseUrls) internals.generations.publish(baseUrl, 'all');
  const close = () => {
    for (const baseUrl of baseUrls) internals.generations.withdraw(baseUrl);
    internals.service.sleepers.wake();
    return connections.close(limits.closeTimeout);
  };
  return { url, close, [Symbol.asyncDispose]: close };
}

function bind(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      // The cast: the server listens on a port, not on a pipe.
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Returns the loopback hosts by which the server can be reached. */
function loopbackHosts(address: string): string[] {
  if (isWildcard(address)) return ['localhost', '127.0.0.1', '[::1]'];
  return isLoopback(address) ? ['localhost', inUrl(address)] : [];
}

/** Returns the host for URLs of the server on this computer. */
function nameInUrl(host: string, address: string): string {
  if (isWildcard(address)) return address === '::' ? '[::1]' : '127.0.0.1';
  return isIP(host) ? inUrl(host) : host;
}
