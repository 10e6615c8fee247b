import type { SetupWorker } from 'msw/browser';
import { type SetupServer, setupServer } from 'msw/node';
import { releaseHandlers } from '../adapters/msw/handlers.ts';
import { loaderThat } from './issue-tracking-loader.ts';
import { page } from './page.ts';
import { addServed, storyHandler } from './story-handler.ts';
import type * as worker from './story-worker.ts';

// `@issue-tracking/mock/storybook` in Node, for stories in tests with jsdom or happy-dom.

/** One for all stories of this process, because only one server can listen at a time. */
let server: SetupServer | undefined;

function start(): SetupServer {
  const started = setupServer(storyHandler);
  // The second name is that of MSW 2.
  started.listen({ onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as Parameters<typeof started.listen>[0]);
  return started;
}

export const issueTrackingLoader: typeof worker.issueTrackingLoader = loaderThat(async (mock, rendering) => {
  addServed(mock, rendering);
  server ??= start();
});

export const storyWorker: typeof worker.storyWorker = async () => {
  server ??= start();
  const running = server;
  const stop = () => {
    running.close();
    for (const { mock } of page.served.splice(0)) releaseHandlers(mock);
    server = undefined;
  };
  // The cast is what both have in common: a server has no `start`, which stories don't call.
  return Object.assign(running, { stop }) as unknown as SetupWorker;
};
