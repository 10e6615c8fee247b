import { type HttpHandler, HttpResponse, http } from 'msw';
import { adviceFor, adviseOn, wrongAddressCode } from '../../mock/advice.ts';
import { Generations } from '../../mock/generations.ts';
import type { BaseUrl } from '../../platform/http/base-url.ts';

/**
 * Handles requests that look like this API's and are not below the address of a mock. It prints one line for each host, and clients
 * add it to their error. Such a request goes where MSW lets unhandled requests go, unless these are errors: MSW's own error
 * wouldn't name the address.
 */
export class ForeignRequests {
  readonly #baseUrls: readonly BaseUrl[];
  readonly #told = new Set<string>();
  /** Whether unhandled requests are errors. */
  areErrors = false;

  /** @param baseUrls Addresses of the mocks. */
  constructor(baseUrls: readonly BaseUrl[]) {
    this.#baseUrls = baseUrls;
  }

  /** The handler, which must come last. */
  get handler(): HttpHandler {
    // A predicate, because a handler that matches and responds with nothing would hide the request from MSW's strategy.
    return http.all(
      ({ request }) => this.#tell(request) !== undefined && this.areErrors,
      ({ request }) =>
        // Clients find both members in the cause of the error of `fetch`.
        Object.assign(HttpResponse.error(), { code: wrongAddressCode, message: this.#tell(request) }),
    );
  }

  /** Ends the advice of clients, because the server is closed. */
  close(): void {
    for (const origin of this.#told) adviseOn(origin, undefined);
    this.#told.clear();
  }

  #tell({ method, url: address }: Request): string | undefined {
    const url = new URL(address);
    if (!this.#isForeign(url)) return undefined;
    const text = adviceFor(
      url,
      this.#baseUrls.map((baseUrl) => baseUrl.text),
    );
    if (this.#told.has(url.origin)) return text;
    this.#told.add(url.origin);
    adviseOn(url.origin, text);
    // biome-ignore lint/suspicious/noConsole: the request may go out to the network, whose error says nothing of the mock.
    console.warn(`setupMock: ${method} ${text}.`);
    return text;
  }

  #isForeign(url: URL): boolean {
    if (this.#baseUrls.some((baseUrl) => baseUrl.pathOf(url) !== undefined)) return false;
    const isAtHost = this.#baseUrls.some(({ host }) => host === url.hostname);
    if (isAtHost) return url.pathname.includes('/v1/');
    return url.pathname.startsWith('/api/v1/') && !Generations.isPublished(url.origin);
  }
}
