import { getResponse, type HttpHandler, http } from 'msw';
import { handlers } from '../adapters/msw/handlers.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { bearerOf } from '../platform/http/sent.ts';
import { isGone, page, type Rendering } from './page.ts';

/** One handler for all stories' mocks, which stays when other handlers are reset. */
export const storyHandler: HttpHandler = http.all('*', ({ request }) => {
  const newestFirst = page.served.toReversed();
  const token = bearerOf(request.headers.get('authorization') ?? undefined);
  const issuers = newestFirst.filter(({ mock }) => token && internalsOf(mock).service.store.credential(token));
  warnOfAmbiguity(request, issuers);
  // First those that have the token: stories with a fixed base URL differ in nothing else.
  return getResponse(
    [...issuers, ...newestFirst].flatMap(({ handlers }) => handlers),
    request,
  );
});

/** Lets {@link storyHandler} pass requests to a rendering's mock, which replaces the one that the rendering had, and those at its base URL that are gone. */
export function addServed(mock: Mock, rendering: Rendering): void {
  page.served = page.served.filter(
    (other) => other.rendering !== rendering && !(other.mock.baseUrl === mock.baseUrl && isGone(other.rendering)),
  );
  page.served.push({ mock, rendering, handlers: handlers(mock) });
}

const warned = new Set<string>();

/** Warns once for each base URL that several stories have, if the token doesn't decide between them. */
function warnOfAmbiguity({ method, url: text }: Request, issuers: readonly object[]): void {
  const url = new URL(text);
  const possible = page.served.filter(
    ({ mock, rendering }) => !isGone(rendering) && internalsOf(mock).baseUrl.pathOf(url) !== undefined,
  );
  const [first, second] = possible;
  if (!first || !second || warned.has(first.mock.baseUrl)) return;
  if (possible.filter((served) => issuers.includes(served)).length === 1) return;
  warned.add(first.mock.baseUrl);
  // biome-ignore lint/suspicious/noConsole: a page has no other place for what concerns its developer.
  console.warn(
    `issueTrackingLoader: ${possible.length} renderings on this page have the base URL ${first.mock.baseUrl} ` +
      `(${possible.map(({ rendering }) => rendering.id).join(', ')}), and the token of ${method} ${url.pathname} doesn't tell them apart. ` +
      'The one that was mounted last responds. Send the accessToken of loaded.issueTracking.clientOptions, or leave out ' +
      'parameters.issueTracking.baseUrl. If the component fixes both, show each story in a frame of its own: ' +
      "parameters: { docs: { story: { inline: false, height: '300px' } } }.",
  );
}
