import type { CoreMock } from '../mock.ts';
import { checkOptions } from './check-options.ts';
import { serverLimits } from './limits.ts';
import { serveHttp } from './serve-http.ts';

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
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when it can't listen there; TypeError for options that make no
 * sense.
 */
export async function listen(mock: CoreMock, options: ListenOptions = {}): Promise<MockServer> {
  checkOptions(options);
  return serveHttp(mock, options, serverLimits);
}
