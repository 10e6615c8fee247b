import type { IncomingMessage } from 'node:http';
import { hostOf, inUrl, isLoopback, isWildcard } from './addresses.ts';

/** A request that is refused before it is routed. */
export interface Refused {
  status: number;
  error: string;
}

/**
 * Refuses requests for names this server doesn't go by. A page elsewhere can have its own name resolve to this computer
 * (DNS rebinding); its requests carry that name.
 */
export function hostCheck(
  host: string,
  address: string,
  allowHosts: readonly string[],
): (request: IncomingMessage) => Refused | null {
  const names = new Set([host, address, ...allowHosts].map((name) => hostOf(name) ?? inUrl(name.toLowerCase())));

  return (request) => {
    const name = hostOf(request.headers.host ?? '');
    if (name === null) return { status: 400, error: 'The Host header is missing or malformed' };
    if (isLoopback(name) || names.has(name)) return null;
    // Bound to every address, the server goes by the one the client came to. No page can give itself that.
    if (isWildcard(address) && name === inUrl(request.socket.localAddress ?? '')) return null;
    return { status: 403, error: `This mock does not go by the name ${name}: start it with --allow-host ${name}` };
  };
}
