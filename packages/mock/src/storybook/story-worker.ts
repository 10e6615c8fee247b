import { type SetupWorker, setupWorker } from 'msw/browser';
import type { WorkerAdvice } from '../adapters/msw/start-error.ts';
import { startUnderControl } from '../adapters/msw/worker-control.ts';
import type { Mock } from '../mock/mock.ts';
import { type LoadedIssueTracking, type LoaderContext, loaderThat } from './issue-tracking-loader.ts';
import { page, type Rendering } from './page.ts';
import { addServed, storyHandler } from './story-handler.ts';

/** The member of the context by which msw-storybook-addon shares its worker. */
export interface WorkerContext {
  msw?: SetupWorker;
}

/**
 * Creates a mock for each rendering of a story from `parameters.issueTracking`, and serves it: in a page with MSW's service worker,
 * in Node with its server. The mock and options of a client are `loaded.issueTracking`, and `issueTracking` of the context.
 *
 * @example
 * // .storybook/preview.ts
 * export default { loaders: [issueTrackingLoader] };
 *
 * // board.stories.tsx
 * export const Empty = {
 *   parameters: { issueTracking: { issues: 0 } },
 *   render: (_args, { issueTracking: { clientOptions, projectId } }) => (
 *     <Board client={new IssueTrackingClient(clientOptions)} projectId={projectId} />
 *   ),
 * };
 *
 * @throws Error if the service worker can't start or doesn't control the page, with advice; TypeError for invalid parameters.
 */
export const issueTrackingLoader: (context: LoaderContext & WorkerContext) => Promise<LoadedIssueTracking> = loaderThat<
  LoaderContext & WorkerContext
>(serve);

/**
 * Serves a rendering's mock. All mocks share the page's worker: a documentation page shows several stories at once. Uses the worker
 * of `msw-storybook-addon` in the context. Otherwise adds its own, and resets the handlers for each story.
 */
async function serve(mock: Mock, rendering: Rendering, context: WorkerContext, isNewStory: boolean): Promise<void> {
  addServed(mock, rendering);
  // `mswLoader(storyWorker)` runs concurrently: it resets the handlers itself, then adds those of the story.
  if (!context.msw) await storyWorker();
  const isShared = context.msw !== undefined;
  const worker = context.msw ?? (await storyWorker());
  if (!isShared && isNewStory) worker.resetHandlers();
  // Checked for each story: the other addon removes the handler, and the worker may have lost control.
  if (!worker.listHandlers().includes(storyHandler)) worker.use(storyHandler);
  await startUnderControl(place(), async () => worker, { advice });
  context.msw = worker;
}

/**
 * Returns MSW's worker for the stories, started once; in Node its server. Pass it to `msw-storybook-addon`, so that both share it, or
 * stop it where other tests follow in the same process.
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
  const worker = setupWorker(storyHandler);
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
