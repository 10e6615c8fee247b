import { getResponse, http } from 'msw';
import { type SetupWorker, setupWorker } from 'msw/browser';
import { handlers } from '../adapters/msw/handlers.ts';
import type { WorkerAdvice } from '../adapters/msw/start-error.ts';
import { startUnderControl } from '../adapters/msw/worker-control.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { bearerOf } from '../platform/http/sent.ts';
import { isGone, page, type Rendering } from './page.ts';

/** The member of the context by which msw-storybook-addon shares its worker. */
export interface WorkerContext {
  msw?: SetupWorker;
}

/** One handler for all stories' mocks, which stays when other handlers are reset. */
const handler = http.all('*', ({ request }) => {
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

/**
 * Serves a rendering's mock, which replaces the one that the rendering had, and those at its base URL that are gone. All mocks
 * share the page's worker: a documentation page shows several stories at once. Uses the worker of `msw-storybook-addon` in the
 * context. Otherwise adds its own, and resets the handlers for each story.
 */
export async function serve(
  mock: Mock,
  rendering: Rendering,
  context: WorkerContext,
  isNewStory: boolean,
): Promise<void> {
  page.served = page.served.filter(
    (other) => other.rendering !== rendering && !(other.mock.baseUrl === mock.baseUrl && isGone(other.rendering)),
  );
  page.served.push({ mock, rendering, handlers: handlers(mock) });
  // `mswLoader(storyWorker)` runs concurrently: it resets the handlers itself, then adds those of the story.
  if (!context.msw) await storyWorker();
  const isShared = context.msw !== undefined;
  const worker = context.msw ?? (await storyWorker());
  if (!isShared && isNewStory) worker.resetHandlers();
  // Checked for each story: the other addon removes the handler, and the worker may have lost control.
  if (!worker.listHandlers().includes(handler)) worker.use(handler);
  await startUnderControl(place(), async () => worker, { advice });
  context.msw = worker;
}

/**
 * Returns MSW's worker for the stories, started once. Pass it to `msw-storybook-addon`, so that both share it.
 *
 * @example
 * loaders: [mswLoader(storyWorker), issueTrackingLoader]
 *
 * @throws Error, as a rejection, if the service worker can't start, with advice.
 */
export function storyWorker(): Promise<SetupWorker> {
  page.started ??= startUnderControl(place(), startWorker, { advice }).catch((error) => {
    page.started = undefined;
    throw error;
  });
  return page.started;
}

async function startWorker(): Promise<SetupWorker> {
  const worker = setupWorker(handler);
  const options = {
    ...place(),
    onUnhandledFrame: 'bypass',
    // The name in MSW 2.
    onUnhandledRequest: 'bypass',
    quiet: true,
  } as const;
  await worker.start(options);
  return worker;
}

/** Returns the location of the worker, beside the page: a built Storybook may be served below any path. */
function place() {
  return { serviceWorker: { url: new URL('mockServiceWorker.js', document.baseURI).pathname } };
}

/** The advice for projects with the loader. */
const advice: WorkerAdvice = {
  serving:
    "Have Storybook serve it: list '@issue-tracking/mock/storybook' among the addons of .storybook/main.ts. Without the addon, give " +
    "viteFinal the plugin msw({ mode: 'worker-only' }) of 'msw/vite', or run 'npx msw init public' and add '../public' to staticDirs.",
  sharing: "let both share a worker: give it storyWorker() of '@issue-tracking/mock/storybook'.",
};
