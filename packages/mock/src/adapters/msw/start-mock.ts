import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser';
import type { Mock } from '../../mock.ts';

/**
 * Answers the page's requests from the mock, through MSW's service worker. Resolves once the worker is in control.
 *
 * @example
 * const worker = await startMock(mock, { onUnhandledFrame: 'bypass' });
 *
 * @throws Error, as a rejection, when the worker can't start, saying what to do.
 */
export async function startMock(mock: Mock, workerOptions: StartOptions = {}): Promise<SetupWorker> {
  const worker = setupWorker(...mock.handlers);
  try {
    await worker.start(workerOptions);
  } catch (cause) {
    const url = workerOptions.serviceWorker?.url ?? '/mockServiceWorker.js';
    throw new Error(
      `The mock's service worker at ${url} did not start. ` +
        'Serve it from your own origin: with Vite, add msw() of "msw/vite" to the plugins; elsewhere, run "npx msw init <public directory>". ' +
        'Where the page is not at the root, give serviceWorker.url. Service workers need https: or localhost.',
      { cause },
    );
  }
  return worker;
}
