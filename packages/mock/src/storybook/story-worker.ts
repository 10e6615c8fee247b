import type { SetupWorker } from 'msw/browser';
import { startMock } from '../adapters/msw/start-mock.ts';
import type { Mock } from '../mock.ts';

let started: Promise<SetupWorker> | undefined;

/** By base URL, the newest last. */
const served = new Map<string, Mock>();

/**
 * Answers for a story's mock too, or in place of one with the same base URL. A page has one worker, so all mocks share
 * it: a documentation page shows several stories at once.
 */
export async function serve(mock: Mock): Promise<void> {
  served.delete(mock.baseUrl);
  served.set(mock.baseUrl, mock);
  started ??= startWorker(mock);
  const worker = await started;
  worker.resetHandlers(...[...served.values()].reverse().flatMap(({ handlers }) => handlers));
}

async function startWorker(mock: Mock): Promise<SetupWorker> {
  const options = {
    // A built Storybook may be served below any path: the worker lies beside the page.
    serviceWorker: { url: new URL('mockServiceWorker.js', document.baseURI).pathname },
    onUnhandledFrame: 'bypass',
    // MSW 2 calls it so.
    onUnhandledRequest: 'bypass',
    quiet: true,
  } as const;
  try {
    return await startMock(mock, options);
  } catch (cause) {
    started = undefined;
    throw new Error(`issueTrackingLoader: ${hint}`, { cause });
  }
}

const hint = `MSW's service worker did not start, so stories would reach the network.
Have Storybook serve it: in .storybook/main.ts, give viteFinal the plugin msw({ mode: 'worker-only' }) of 'msw/vite',
or run 'npx msw init public' and add '../public' to staticDirs. Service workers need https: or localhost.`;
