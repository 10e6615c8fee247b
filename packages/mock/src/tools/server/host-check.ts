import type { IncomingMessage } from 'node:http';
import { hostOf, inUrl, isLoopback, isWildcard } from '../../platform/http/addresses.ts';
import { HttpError } from '../../platform/http/http-error.ts';

/**
 * Rejects requests whose `Host` is not a name of this server. A page elsewhere can have its own name resolve to this computer
 * (DNS rebinding); its requests carry that name.
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
    // Bound to every address, the server accepts as its name the address the client connected to; no page can choose that.
    if (isWildcard(address) && name === inUrl(request.socket.localAddress ?? '')) return null;
    return new HttpError(403, `This mock does not go by the name ${name}: start it with --allow-host ${name}`);
  };
}
