import { type HttpHandler, HttpResponse, http } from 'msw';
import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';
import type { Reply } from '../../platform/http/reply.ts';
import type { Sent } from '../../platform/http/sent.ts';
import { isPreflight, preflightHeaders, sharingHeaders } from '../cors-headers.ts';
import { sentByRequest } from '../sent-by-request.ts';
import { droppedText, toSizedResponse } from '../to-response.ts';

/**
 * Returns the mock as handlers of MSW 2.12 and above, for a server or worker of your own. They respond to everything below
 * `<baseUrl>/api/`. Clients of the global `fetch` there start over at `mock.reset()`, until `releaseHandlers(mock)`.
 *
 * @param mock A mock.
 *
 * @example
 * const server = setupServer(...handlers(mock), http.get('https://app.example/me', () => HttpResponse.json({ name: 'Ada' })));
 * beforeAll(() => server.listen());
 * afterAll(() => {
 *   server.close();
 *   releaseHandlers(mock);
 * });
 */
export function handlers(mock: Mock): HttpHandler[] {
  const { baseUrl, generations } = internalsOf(mock);
  // Nothing says when a server begins to use them, and the first call counts too.
  generations.publish(baseUrl.text, 'platform');
  return handlersFor(mock, 'platform');
}

/**
 * Releases the clients of a mock with `handlers(mock)`. Call it when your server or worker is closed or no longer uses them: calls
 * that still wait reject with an `AbortError`. Servers of `setupMock` and workers of `startMock` do so themselves.
 *
 * @param mock A mock.
 */
export function releaseHandlers(mock: Mock): void {
  const { baseUrl, generations } = internalsOf(mock);
  generations.withdraw(baseUrl.text);
}

/**
 * Returns the handlers of a mock.
 *
 * @param clients The clients at its base URL that belong to it when it responds.
 */
export function handlersFor(mock: Mock, clients: 'all' | 'platform'): HttpHandler[] {
  const internals = internalsOf(mock);
  const { baseUrl, generations } = internals;
  // By request: while two servers listen, MSW 3 passes each request twice to the handlers of the second.
  const replies = new WeakMap<Request, Promise<Reply | 'drop'>>();
  // One handler, with the mock's own router behind it: a handler per endpoint takes twice as long, and would pass unmatched
  // requests to the network.
  const handler = http.all(baseUrl.pattern, async ({ request }) => {
    // Repeated per request: `server.use()` and `resetHandlers()` change which mock responds at a base URL.
    generations.publish(baseUrl.text, clients);
    const url = new URL(request.url);
    const path = baseUrl.pathOf(url);
    if (path === undefined || !internals.owns(path)) return undefined;
    const header = headersOf(request);
    // MSW 3 passes the preflights of jsdom's `XMLHttpRequest` to handlers.
    if (isPreflight(request.method, header))
      return new Response(null, { status: 204, headers: preflightHeaders(header) });
    const pending = replies.get(request) ?? respond(sentByRequest(request, { path, search: url.search.slice(1) }));
    replies.set(request, pending);
    const reply = await pending;
    // Clients find the message in the cause of the error of `fetch`.
    if (reply === 'drop') return Object.assign(HttpResponse.error(), { message: droppedText });
    const headers = { ...reply.headers, ...sharingHeaders(header) };
    return toSizedResponse({ ...reply, headers }, request.method);
  });
  return [handler];

  async function respond(sent: Sent): Promise<Reply | 'drop'> {
    try {
      return await internals.serve(sent).reply;
    } catch (error) {
      if (!sent.signal?.aborted) throw error;
      // MSW prints errors of handlers, also after the caller has aborted.
      return 'drop';
    }
  }
}

/** Returns a function that reads a request's headers, including those that happy-dom sends but hides from `Request`. */
function headersOf({ method, headers }: Request): (name: string) => string | null {
  if (headers.has('origin') || !headers.get('user-agent')?.includes('HappyDOM')) return (name) => headers.get(name);
  const hidden = new Map([['origin', globalThis.location.origin]]);
  // happy-dom's preflights differ from other requests only by the missing credential.
  if (method === 'OPTIONS' && !headers.has('authorization')) {
    hidden.set('access-control-request-method', '*').set('access-control-request-headers', '*');
  }
  return (name) => headers.get(name) ?? hidden.get(name) ?? null;
}
