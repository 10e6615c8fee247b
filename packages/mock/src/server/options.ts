import type { ServedRequest } from '../adapters/http/api-adapter.ts';

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

/** What one client may cost the server, in milliseconds and bytes. */
export interface ServerLimits {
  /** From the connection, or the end of the last request, to the end of a request's head. */
  headersTimeout: number;
  /** From there to the end of a request's body. */
  requestTimeout: number;
  /** How long a connection may stay without a request. */
  keepAliveTimeout: number;
  /** How often the times above are looked at. */
  checkInterval: number;
  /** A request's target and headers together, in bytes. */
  headSize: number;
  /** How long a connection stays after what came over it was refused as no request. */
  readingTime: number;
  /** How long `close()` waits for requests that are being answered. */
  closeTimeout: number;
}

/** Generous to any real client, and short enough that a broken or hostile one cannot pile up connections. */
export const serverLimits: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than clients keep a connection in their pool, so that they never write into one that just closed.
  keepAliveTimeout: 65_000,
  checkInterval: 1000,
  headSize: 16_384,
  readingTime: 1000,
  closeTimeout: 1000,
};
