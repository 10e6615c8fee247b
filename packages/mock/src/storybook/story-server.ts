import { setupServer } from 'msw/node';
import { loaderThat } from './issue-tracking-loader.ts';
import { addServed, storyHandler } from './story-handler.ts';
import type * as worker from './story-worker.ts';

// `@issue-tracking/mock/storybook` in Node, for stories in tests with jsdom or happy-dom.

/** The server of all stories of this process. Started by the first, because only one server can listen at a time. */
let server: ReturnType<typeof setupServer> | undefined;

function start(): void {
  server = setupServer(storyHandler);
  // The second name is that of MSW 2.
  server.listen({ onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as Parameters<typeof server.listen>[0]);
}

export const issueTrackingLoader: typeof worker.issueTrackingLoader = loaderThat(async (mock, rendering) => {
  addServed(mock, rendering);
  if (!server) start();
});

export const storyWorker: typeof worker.storyWorker = async () => {
  throw new Error(
    'storyWorker() of @issue-tracking/mock/storybook works in a page only, and this is Node. There, issueTrackingLoader serves the mock by itself.',
  );
};
