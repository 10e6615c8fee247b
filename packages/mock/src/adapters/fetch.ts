import { encoded } from '../platform/http/json.ts';
import type { WireRequest } from '../platform/http/sent.ts';
import { beforeApi, notBelow, notBelowCode } from '../mock/advice.ts';
import type { MockInternals } from '../mock/internals.ts';
import { FetchRequest, type RequestTarget } from './fetch.ts';
import { toResponse } from './to-response.ts';

/** Returns a `fetch` that passes requests to the pipeline, without a network. */
export function createFetch({ handle, owns, baseUrl }: MockInternals): typeof fetch {
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
    const toRequest = () => new Request(input, init);
    const request =
      !isRequest && MinimalRequest.fits(init ?? {})
        ? new MinimalRequest(init ?? {}, place, toRequest)
        : new FetchRequest(toRequest(), place);
    request.signal?.throwIfAborted();
    const response = await handle(request).result;
    request.signal?.throwIfAborted();
    if (response.kind === 'drop')
      throw new TypeError(
        'fetch failed: the mock dropped the connection because of a fault, the scenario offline, or a reset or restore meanwhile',
      );
    return toResponse(response, request.method);
  };
}

/** Returns the URL of a request, which a page completes with its own. */
function absolute(url: string | URL): URL {
  try {
    return new URL(url, globalThis.location?.href);
  } catch {
    throw wrongBaseUrl(`${url} is not an absolute URL. Begin it with the baseUrl of mock.clientOptions`);
  }
}

/** Returns an error like those of `fetch`, with a code that tells clients not to retry. */
function wrongBaseUrl(message: string): TypeError {
  return Object.assign(new TypeError(`fetch failed: ${message}`), { code: notBelowCode });
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** A request of a method, headers and a text. Creating a `Request` would take longer than handling it. */
class MinimalRequest implements WireRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly signal: AbortSignal | undefined;
  readonly asRequest: () => Request;
  readonly #headers: Headers;
  readonly #body: string | undefined;

  constructor(
    { method = 'GET', headers, body, signal }: RequestInit,
    { path, search }: RequestTarget,
    asRequest: () => Request,
  ) {
    this.method = method;
    this.path = path;
    this.search = search;
    this.signal = signal ?? undefined;
    this.#headers = headers instanceof Headers ? headers : new Headers(headers);
    this.#body = typeof body === 'string' ? body : undefined;
    this.asRequest = asRequest;
  }

  /** Whether the arguments of a `fetch` need nothing more. */
  static fits({ method = 'GET', body }: RequestInit): boolean {
    if (!methods.has(method)) return false;
    return body === undefined || body === null || (typeof body === 'string' && method !== 'GET' && method !== 'HEAD');
  }

  header(name: string): string | null {
    const value = this.#headers.get(name);
    // The default content type of a text in `fetch`.
    return value === null && name === 'content-type' && this.#body !== undefined ? 'text/plain;charset=UTF-8' : value;
  }

  headers(): Record<string, string> {
    const headers = Object.fromEntries(this.#headers);
    const type = this.header('content-type');
    return type === null ? headers : { ...headers, 'content-type': type };
  }

  async body(limit: number): Promise<Uint8Array | 'too-large'> {
    const bytes = encoded(this.#body ?? '');
    return bytes.length > limit ? 'too-large' : bytes;
  }
}
