import type { Core } from '../../core.ts';
import { FetchRequest } from './fetch-request.ts';
import { PlainRequest } from './plain-request.ts';
import { toResponse } from './to-response.ts';

/** `fetch` over the core, without a network. */
export function createFetch({ handle, source, baseUrl }: Core): typeof fetch {
  return async (input, init = {}) => {
    const isRequest = input instanceof Request;
    const url = new URL(isRequest ? input.url : input, globalThis.location?.href);
    const path = baseUrl.pathOf(url);
    if (path === undefined) {
      throw new TypeError(
        `fetch failed: ${url.origin}${url.pathname} is not below ${baseUrl.text}/api/, where the mock is`,
      );
    }
    const place = { path, search: url.search.slice(1) };
    const toRequest = () => (isRequest && !init ? input : new Request(input, init));
    const request =
      !isRequest && PlainRequest.fits(init)
        ? new PlainRequest(init, place, source && (() => source(toRequest())))
        : new FetchRequest(toRequest(), place, source);
    request.signal?.throwIfAborted();
    const outcome = await handle(request);
    request.signal?.throwIfAborted();
    if (outcome.kind === 'drop')
      throw new TypeError('fetch failed: the mock dropped the connection, as a fault told it to');
    return toResponse(outcome, request.method);
  };
}
