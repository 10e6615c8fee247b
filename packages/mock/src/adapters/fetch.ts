import { adviceFor, hasApiTwice, wrongAddressCode } from '../mock/advice.ts';
import type { MockInternals } from '../mock/internals.ts';
import { encoded } from '../platform/http/json.ts';
import type { Sent } from '../platform/http/sent.ts';
import { PassOn } from './pass-on.ts';
import { redirectOf } from './redirect.ts';
import { byLowerName, type Place, sentByRequest } from './sent-by-request.ts';
import { droppedText, toResponse } from './to-response.ts';

/** Returns a `fetch` that passes requests to the service, without a network. */
export function createFetch({ serve, owns, baseUrl }: Pick<MockInternals, 'serve' | 'owns' | 'baseUrl'>): typeof fetch {
  // A test may replace the global by this one.
  const network = globalThis.fetch;
  const passOn = new PassOn();
  const fetch: typeof globalThis.fetch = (input, init) => send(input, init, 0);
  return fetch;

  async function send(given: RequestInfo | URL, init: RequestInit | undefined, redirects: number): Promise<Response> {
    const input = isForeign(given) ? ownRequest(given) : given;
    const isRequest = input instanceof Request;
    const url = absolute(isRequest ? input.url : input);
    const path = baseUrl.pathOf(url);
    if (path !== undefined && !owns(path)) {
      const method = init?.method ?? (isRequest ? input.method : 'GET');
      const request = `${method.toUpperCase()} ${url.href}`;
      if (passOn.hasComeBack(request)) throw wrongAddress(cameBack(request));
      const present = globalThis.fetch;
      return passOn.send(request, () => (present === fetch ? network : present)(input, init));
    }
    if (path === undefined || hasApiTwice(path)) throw wrongAddress(adviceFor(url, [baseUrl.text]));
    const place = { path, search: url.search.slice(1) };
    const sent = (!isRequest && sentByArguments(init ?? {}, place)) || sentByRequest(new Request(input, init), place);
    sent.signal?.throwIfAborted();
    const reply = await serve(sent).reply;
    sent.signal?.throwIfAborted();
    if (reply === 'drop') throw new TypeError(`fetch failed: ${droppedText}`);
    const response = located(toResponse(reply, sent.method), url, redirects > 0);
    const mode = init?.redirect ?? (isRequest ? input.redirect : 'follow');
    if (mode === 'manual') return response;
    const body = init?.body ?? (isRequest ? input.body : null);
    const next = redirectOf(response, url, sent, isStream(body) ? undefined : body);
    if (!next) return response;
    if (mode === 'error' || redirects === maxRedirects)
      throw new TypeError(`fetch failed: ${mode === 'error' ? 'unexpected redirect' : 'redirect count exceeded'}`);
    return send(next.url, next.init, redirects + 1);
  }
}

/** Whether a body can be read only once, whatever the realm of its class. */
function isStream(body: BodyInit | null): body is ReadableStream {
  return typeof body === 'object' && body !== null && 'getReader' in body;
}

/** The most redirects that `fetch` follows. */
const maxRedirects = 20;

/** Adds the members that a constructed `Response` lacks, also to its clones. */
function located(response: Response, { href, hash }: URL, redirected: boolean): Response {
  const { clone } = response;
  const members = {
    url: { value: href.slice(0, href.length - hash.length) },
    redirected: { value: redirected },
    clone: { value: (): Response => Object.defineProperties(clone.call(response), members) },
  };
  return Object.defineProperties(response, members);
}

/** Whether an input is a `Request` of another `fetch`, such as that of a package, which `new Request` would take for a text. */
function isForeign(input: RequestInfo | URL): input is Request {
  return typeof input === 'object' && 'url' in input && !(input instanceof Request);
}

function ownRequest({ url, method, headers, body, signal, redirect }: Request): Request {
  // `duplex` is required for streams; the types don't know it.
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: [...headers],
    body,
    signal,
    redirect,
    duplex: 'half',
  };
  return new Request(url, init);
}

/** Returns the URL of a request, which a page completes with its own. */
function absolute(url: string | URL): URL {
  try {
    return new URL(url, globalThis.location?.href);
  } catch {
    throw wrongAddress(`${url} is not an absolute URL. Begin it with the baseUrl of mock.clientOptions`);
  }
}

/** Returns why a request that was passed on came back, and what to write instead. */
function cameBack(request: string): string {
  return (
    `${request} is no request to the API, and was passed on to globalThis.fetch, which leads back to the mock. ` +
    'Replace globalThis.fetch by mock.fetch itself, not by a function that calls it, or leave it and use setupMock(mock) of @issue-tracking/mock/msw'
  );
}

/** Returns an error like those of `fetch`, with a code that tells clients not to retry. */
function wrongAddress(message: string): TypeError {
  return Object.assign(new TypeError(`fetch failed: ${message}`), { code: wrongAddressCode });
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Returns the request of a `fetch` with a method, headers and a text: creating a `Request` would take longer than serving it. Returns
 * `undefined` if the arguments need more.
 */
function sentByArguments({ method = 'GET', headers, body, signal }: RequestInit, place: Place): Sent | undefined {
  if (!methods.has(method)) return undefined;
  const text = body ?? undefined;
  if (text !== undefined && (typeof text !== 'string' || method === 'GET' || method === 'HEAD')) return undefined;
  const sent = byLowerName(headers instanceof Headers ? headers : new Headers(headers));
  if (text !== undefined) sent['content-type'] ??= 'text/plain;charset=UTF-8';
  return {
    method,
    ...place,
    headers: sent,
    signal: signal ?? undefined,
    async read(limit) {
      const bytes = encoded(text ?? '');
      return bytes.length > limit ? 'too-large' : bytes;
    },
  };
}
