import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPreflight, preflightHeaders, sharingHeaders } from '../adapters/cross-origin.ts';
import { writeJson } from '../adapters/http/answer.ts';
import { isLoopbackOrigin } from '../http/addresses.ts';

/** How long a browser may go by the answer to a preflight, in seconds. */
const preflightSeconds = '600';

/** Decides which pages may read answers: those on this computer and those of the given origins (`*` for all). */
export function crossOriginCheck(
  origins: readonly string[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const allows = (origin: string) => isLoopbackOrigin(origin) || origins.includes(origin) || origins.includes('*');

  /** Sets what a page needs to read the answer; true when the request was a preflight, which is then answered. */
  return function share(request, response) {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    const header = (name: string) => request.headers[name]?.toString();
    const preflight = isPreflight(request.method ?? '', header);
    if (!allows(origin)) {
      response.setHeader('vary', 'Origin');
      if (preflight)
        writeJson(response, 403, { error: `Pages of ${origin} may not call this mock: start it with --cors` });
      return preflight;
    }
    // The control API has DELETE besides.
    const headers = preflight ? preflightHeaders(header, ['DELETE']) : sharingHeaders(header);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (preflight) response.writeHead(204, { 'access-control-max-age': preflightSeconds }).end();
    return preflight;
  };
}
