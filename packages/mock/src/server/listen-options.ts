import * as z from 'zod/mini';
import type { ServedRequest } from '../adapters/node.ts';
import { isHost, isHostName, isOrigin } from '../platform/http/addresses.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { object, type ShapeOf, wholeNumber } from '../platform/input/schemas.ts';
import { isToken } from './access.ts';

/** Options of a server. */
export interface ListenOptions {
  /** Port from 0 to 65535. By default 0, for any free port. */
  port?: number | undefined;
  /** Address or host name to listen on. By default `127.0.0.1`. If other computers can reach it, the control API needs a `token`. */
  host?: string | undefined;
  /** Further host names of the server, besides loopback names and `host`. Requests to others get a 403. */
  allowHosts?: readonly string[] | undefined;
  /** Origins whose pages may call the API, besides those on loopback; `*` for all. They can't call the control API. */
  cors?: string | readonly string[] | undefined;
  /** The token that the control API requires, as `Authorization: Bearer …` or `X-Mock-Token: …`. */
  token?: string | undefined;
  /** Called after each request to the API. */
  onRequest?: ((request: ServedRequest) => void) | undefined;
}

const hostMust = 'must be an address or host name such as 127.0.0.1, without scheme and port';
const hostNameMust = 'must be a host name such as mock.internal, without scheme and port';
const hostsMust = 'must be an array of host names such as mock.internal';
const tokenMust = 'must be visible ASCII characters without blanks';
const originMust = 'must be "*", an origin such as https://app.example, or an array of these';
const origin = z.string(originMust).check(z.refine((value) => value === '*' || isOrigin(value), originMust));

/** {@link ListenOptions} */
const listenOptions = object({
  port: z.optional(wholeNumber(0, 65_535)),
  host: z.optional(z.string(hostMust).check(z.refine(isHost, hostMust))),
  allowHosts: z.optional(
    z.readonly(z.array(z.string(hostNameMust).check(z.refine(isHostName, hostNameMust)), hostsMust)),
  ),
  cors: z.optional(z.union([origin, z.readonly(z.array(origin))], originMust)),
  token: z.optional(z.string(tokenMust).check(z.refine(isToken, tokenMust))),
  onRequest: z.optional(
    z.custom<(request: ServedRequest) => void>((value) => typeof value === 'function', 'must be a function'),
  ),
} satisfies ShapeOf<ListenOptions>);

/** @throws TypeError for invalid options, without the token. */
export function parseListenOptions(options: ListenOptions): ListenOptions {
  const wording = { who: 'Options of listen()', hasNo: 'listen() has no option', member: 'The option' };
  return parseInput(listenOptions, options, wording);
}

/** Limits for one client of the server, in milliseconds and bytes. */
export interface ServerLimits {
  /** From the connection, or the end of the last request, to the end of a request's head. */
  headersTimeout: number;
  /** From there to the end of a request's body. */
  requestTimeout: number;
  /** Maximum time of a connection without a request. */
  keepAliveTimeout: number;
  /** Interval at which these times are checked. */
  checkInterval: number;
  /** Maximum size of a request's target and headers together, in bytes. */
  headSize: number;
  /** Time for a client to read the response to an invalid request before the connection is closed. */
  readingTime: number;
  /** Maximum time that `close()` waits for requests in flight. */
  closeTimeout: number;
}

/** Generous for real clients, but short enough that broken or hostile ones can't accumulate connections. */
export const serverLimits: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than clients keep pooled connections, so that they never write to one that the server is closing.
  keepAliveTimeout: 65_000,
  checkInterval: 1000,
  headSize: 16_384,
  readingTime: 1000,
  closeTimeout: 1000,
};
