import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Core } from '../../core.ts';
import { FetchRequest } from '../fetch/fetch-request.ts';
import { toSizedResponse } from '../fetch/to-response.ts';

/**
 * The core as MSW sees it: one handler for everything below the base URL, the core's own router behind it. A handler for
 * each endpoint took twice as long, and let through to the network what none of them matched.
 */
export function createHandlers(core: Core): HttpHandler[] {
  const handler = http.all(core.baseUrl.pattern, async ({ request }) => {
    const url = new URL(request.url);
    const path = core.baseUrl.pathOf(url);
    if (path === undefined) return undefined;
    const outcome = await core.handle(new FetchRequest(request, { path, search: url.search.slice(1) }, core.source));
    // A lost connection, as MSW tells `fetch` of one.
    if (outcome.kind === 'drop') return HttpResponse.error();
    return toSizedResponse(outcome, request.method);
  });
  return [handler];
}
