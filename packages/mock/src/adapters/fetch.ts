import { beforeApi, notBelow, notBelowCode } from '../mock/advice.ts';
import type { MockInternals } from '../mock/internals.ts';
import { encoded } from '../platform/http/json.ts';
import type { Sent } from '../platform/http/sent.ts';
import { serve } from '../serve.ts';
import { toResponse } from './to-response.ts';

/** Returns a `fetch` that passes requests to the service, without a network. */
export function createFetch({ service, owns, baseUrl }: MockInternals): typeof fetch {
  return async (input, init) => {
    const isRequest = input instanceof Request;
    const url = absolute(isRequest ? input.url : input);
    const path = baseUrl.pathOf(url);
    if (path === undefined) throw wrongBaseUrl(notBelow(url, [baseUrl.text]));
    if (!owns(path)) return globalThis.fetch(input, init);
    if (path.startsWith('/api/api/')) {
      throw wrongBaseUrl(
        `${url.origin}${url.pathname} has /api twice. A client's baseUrl must end before /api: '${beforeApi(url)}'`,
      );
    }
    const place = { path, search: url.search.slice(1) };
    const sent = (!isRequest && sentByArguments(init ?? {}, place)) || sentByRequest(new Request(input, init), place);
    sent.signal?.throwIfAborted();
    const reply = await serve(service, sent).reply;
    sent.signal?.throwIfAborted();
    if (reply === 'drop')
      throw new TypeError(
        'fetch failed: the mock dropped the connection because of a fault, the scenario offline, or a reset or restore meanwhile',
      );
    return toResponse(reply, sent.method);
  };
}

/** Returns the URL of a request, which a page completes with its own. */
function absolute(url: string | URL): URL {
  try {
    return new URL(url, globalThis.location?.href);
  } catch {
    if (Object.prototype.toString.call(url) === '[object Request]')
      throw wrongBaseUrl(
        "the Request is of another fetch, such as that of undici's package. Pass its url and its options",
      );
    throw wrongBaseUrl(`${url} is not an absolute URL. Begin it with the baseUrl of mock.clientOptions`);
  }
}

/** Returns an error like those of `fetch`, with a code that tells clients not to retry. */
function wrongBaseUrl(message: string): TypeError {
  return Object.assign(new TypeError(`fetch failed: ${message}`), { code: notBelowCode });
}

/** Path and query of a request, below the base URL. */
type Place = Pick<Sent, 'path' | 'search'>;

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Returns the request of a `fetch` with a method, headers and a text: creating a `Request` would take longer than serving it. Returns
 * `undefined` if the arguments need more.
 */
function sentByArguments({ method = 'GET', headers, body, signal }: RequestInit, place: Place): Sent | undefined {
  if (!methods.has(method)) return undefined;
  const text = body ?? undefined;
  if (text !== undefined && (typeof text !== 'string' || method === 'GET' || method === 'HEAD')) return undefined;
  const sent = Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers));
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

/** Returns a `Request` as the service reads it. */
export function sentByRequest(request: Request, place: Place): Sent {
  const { method, headers, signal } = request;
  return {
    method,
    ...place,
    headers: Object.fromEntries(headers),
    signal,
    read: (limit) => readStream(request.body, limit),
  };
}

/** Reads a body up to `limit` bytes. */
async function readStream(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await`: streams aren't iterable in Safari.
  const reader = stream?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.length;
    if (size > limit) {
      // Not awaited: for a cloned request, it settles only when the clone is read.
      reader?.cancel().catch(() => {});
      return 'too-large';
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
