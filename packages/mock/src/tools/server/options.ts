import * as z from 'zod/mini';
import type { ServedRequest } from '../../adapters/http/api-adapter.ts';
import { isToken } from '../../control-api/access.ts';
import { isOrigin } from '../../platform/http/addresses.ts';
import { parseInput } from '../../platform/input/input-error.ts';
import { object, wholeNumber } from '../../platform/input/schemas.ts';

/** Options of a server. */
export interface ListenOptions {
  /** By default 0, for any free port. */
  port?: number | undefined;
  /** By default `127.0.0.1`. On other addresses the control API needs a `token`. */
  host?: string | undefined;
  /** Names the server may be called by besides loopback names and `host`: others are refused with 403. */
  allowHosts?: readonly string[] | undefined;
  /** Origins whose pages may call the API besides those on loopback; `*` for all. None may call the control API. */
  cors?: string | readonly string[] | undefined;
  /** The token that the control API requires, as `Authorization: Bearer …` or `X-Mock-Token: …`. */
  token?: string | undefined;
  /** Called after each request to the API. */
  onRequest?: ((request: ServedRequest) => void) | undefined;
}

const hostMust = 'must be an address or host name such as 127.0.0.1';
const hostsMust = 'must be an array of host names such as mock.internal';
const originMust = 'must be "*", an origin such as https://app.example, or an array of these';
const origin = z.string(originMust).check(z.refine((value) => value === '*' || isOrigin(value), originMust));

/** {@link ListenOptions}, as they come from a program or the command line. */
export const listenOptions = object({
  port: z.optional(wholeNumber(0, 65_535)),
  // Node takes an empty one for every address of the computer.
  host: z.optional(z.string(hostMust).check(z.minLength(1, hostMust))),
  allowHosts: z.optional(z.readonly(z.array(z.string(hostsMust).check(z.minLength(1, hostsMust)), hostsMust))),
  cors: z.optional(z.union([origin, z.readonly(z.array(origin))], originMust)),
  token: z.optional(z.string().check(z.refine(isToken, 'must be visible ASCII characters without blanks'))),
  onRequest: z.optional(
    z.custom<(request: ServedRequest) => void>((value) => typeof value === 'function', 'must be a function'),
  ),
});

/** @throws TypeError for options that can't be what their author meant; it doesn't quote the token. */
export function parseListenOptions(options: unknown): ListenOptions {
  const wording = { who: 'Options of listen()', hasNo: 'listen() has no option', member: 'The option' };
  return parseInput(listenOptions, options, wording);
}

/** Limits for one client of the server, in milliseconds and bytes. */
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
