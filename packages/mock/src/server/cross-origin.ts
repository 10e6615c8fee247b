import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPreflight, preflightHeaders, sharingHeaders } from '../adapters/cors-headers.ts';
import { writeJson } from '../adapters/node.ts';
import type { Behavior } from '../behavior/behavior.ts';
import { isLoopbackOrigin } from '../platform/http/addresses.ts';

/** Time for which browsers may cache a preflight response, in seconds. */
const preflightSeconds = '600';

/**
 * Decides which pages may read responses: those of the passed origins (`*` for all) and those that the behavior option `cors` allows (GAP-56).
 * To the control API, pages on this computer may always talk.
 */
export function crossOriginCheck(
  origins: readonly string[],
  choice: () => Behavior['cors'] = () => 'loopback',
): (request: IncomingMessage, response: ServerResponse) => boolean {
  /** Whether an origin is allowed by itself, rather than as any other. */
  const names = (origin: string, url = '') =>
    origins.includes(origin) || (isLoopbackOrigin(origin) && (choice() !== 'none' || url.startsWith('/__mock')));
  const allowsAny = () => choice() === 'any' || origins.includes('*');

  /** Sets the headers for pages of other origins. Responds to preflights, and then returns true. */
  return function share(request, response) {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    const header = (name: string) => request.headers[name]?.toString();
    const preflight = isPreflight(request.method ?? '', header);
    // Pages with credentials must be named, as for services with cookies.
    const isNamed = names(origin, request.url);
    if (!isNamed && !allowsAny()) {
      response.setHeader('vary', 'Origin');
      if (preflight) writeJson(response, 403, { error: rejectionOf(origin) });
      return preflight;
    }
    const headers = preflight ? preflightHeaders(header, isNamed) : sharingHeaders(header, isNamed);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (preflight) response.writeHead(204, { 'access-control-max-age': preflightSeconds }).end();
    return preflight;
  };
}

function rejectionOf(origin: string): string {
  // A sandboxed frame of a foreign site has this origin too, so pages on this computer that have it aren't let through.
  return origin === 'null'
    ? "Pages without an origin, such as files, may not call this mock: serve the page, or start the mock with --cors '*'"
    : `Pages of ${origin} may not call this mock: start it with --cors ${origin}`;
}
