import type { IncomingMessage } from 'node:http';
import { hostOf, inUrl, isLoopback, isWildcard } from '../platform/http/addresses.ts';
import { HttpError } from '../platform/http/http-error.ts';

/**
 * Rejects requests whose `Host` is not a name of this server, against DNS rebinding: a page can make its own host name resolve to
 * this computer.
 */
export function hostCheck(
  host: string,
  address: string,
  allowHosts: readonly string[],
): (request: IncomingMessage) => HttpError | null {
  const names = new Set([host, address, ...allowHosts].map((name) => hostOf(name) ?? inUrl(name.toLowerCase())));

  return (request) => {
    const name = hostOf(request.headers.host ?? '');
    if (name === null) return new HttpError(400, 'The Host header is missing or malformed');
    if (isLoopback(name) || names.has(name)) return null;
    // Bound to all addresses, the server also accepts the address of the connection, which pages can't choose.
    if (isWildcard(address) && name === inUrl(request.socket.localAddress ?? '')) return null;
    return new HttpError(403, `This mock does not go by the name ${name}: start it with --allow-host ${name}`);
  };
}
