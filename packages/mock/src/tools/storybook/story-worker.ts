import { getResponse, http } from 'msw';
import { type SetupWorker, setupWorker } from 'msw/browser';
import { handlers } from '../../adapters/msw/handlers.ts';
import { startUnderControl } from '../../adapters/msw/worker-control.ts';
import type { Mock } from '../../mock/mock.ts';
import { page } from './page.ts';

/** Where msw-storybook-addon leaves its worker, and looks for one before it starts its own. */
export interface WorkerContext {
  msw?: SetupWorker;
}

/** Answers from the stories' mocks. It is one for all of them, so that it stays when other handlers come and go. */
const handler = http.all('*', ({ request }) => getResponse([...page.served.values()].reverse().flat(), request));

/**
 * Answers for a story's mock too, or in place of one with the same base URL. A page has one worker, so all mocks share
 * it: a documentation page shows several stories at once. Uses the worker that `msw-storybook-addon` has put into the
 * context. Otherwise puts its own there, and resets the handlers for each story, which that addon leaves to others.
 */
export async function serve(mock: Mock, context: WorkerContext, isNewStory: boolean): Promise<void> {
  page.served.delete(mock.baseUrl);
  page.served.set(mock.baseUrl, handlers(mock));
  // `mswLoader(storyWorker)` runs beside this loader: it resets the handlers itself, then adds those of the story.
  if (!context.msw) await storyWorker();
  const isShared = context.msw !== undefined;
  const worker = context.msw ?? (await storyWorker());
  if (!isShared && isNewStory) worker.resetHandlers();
  // At every look: the other addon drops it before each story, and control may have been lost since.
  if (!worker.listHandlers().includes(handler)) worker.use(handler);
  await startUnderControl(place(), async () => worker);
  context.msw = worker;
}

/**
 * MSW's worker that answers the stories, started once. For the set-up of `msw-storybook-addon`, so that both share it.
 *
 * @example
 * loaders: [mswLoader(storyWorker), issueTrackingLoader]
 *
 * @throws Error, as a rejection, when the service worker can't start, saying what to do.
 */
export function storyWorker(): Promise<SetupWorker> {
  page.started ??= startUnderControl(place(), startWorker).catch((error) => {
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
    // MSW 2 calls it so.
    onUnhandledRequest: 'bypass',
    quiet: true,
  } as const;
  try {
    await worker.start(options);
  } catch (cause) {
    throw new Error(`issueTrackingLoader: ${hint}`, { cause });
  }
  return worker;
}

/** A built Storybook may be served below any path: the worker lies beside the page. */
function place() {
  return { serviceWorker: { url: new URL('mockServiceWorker.js', document.baseURI).pathname } };
}

const hint = `MSW's service worker did not start, so stories would reach the network.
Have Storybook serve it: list '@issue-tracking/mock/storybook' among the addons of .storybook/main.ts. Without the addon, give viteFinal the plugin msw({ mode: 'worker-only' }) of 'msw/vite',
or run 'npx msw init public' and add '../public' to staticDirs. Service workers need https: or localhost.
If MSW already runs in this page by other means, let both share a worker: give it storyWorker() of '@issue-tracking/mock/storybook'.`;
