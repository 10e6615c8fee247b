import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiMethods, exposedHeaders } from '../adapters/cross-origin.ts';
import { writeJson } from '../adapters/http/answer.ts';
import { isLoopbackOrigin } from './addresses.ts';

// The control API has DELETE besides.
const methods = [...apiMethods, 'DELETE'].join(', ');

/** Decides which pages may read answers: those on this computer and those of the given origins (`*` for all). */
export function crossOrigin(
  origins: readonly string[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const allows = (origin: string) => isLoopbackOrigin(origin) || origins.includes(origin) || origins.includes('*');

  /** Sets what a page needs to read the answer; true when the request was a preflight, which is then answered. */
  return function share(request, response) {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    const preflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    response.setHeader('vary', 'Origin');
    if (!allows(origin)) {
      if (preflight)
        writeJson(response, 403, { error: `Pages of ${origin} may not call this mock: start it with --cors` });
      return preflight;
    }
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', exposedHeaders);
    if (!preflight) return false;
    response.setHeader('access-control-allow-methods', methods);
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
    response.setHeader('access-control-max-age', 600);
    response.writeHead(204).end();
    return true;
  };
}
