import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser';
import type { Mock } from '../../mock.ts';
import { underControl } from './control.ts';

/**
 * Answers the page's requests from the mock, through MSW's service worker. Resolves once the worker is in control, which
 * may take loading the page a second time. For development: import it behind a guard, so that no production build has
 * it.
 *
 * @example
 * const worker = await startMock(mock, { onUnhandledFrame: 'bypass' });
 *
 * @throws Error, as a rejection, when the worker can't start or doesn't come into control, saying what to do.
 */
export async function startMock(mock: Mock, workerOptions: StartOptions = {}): Promise<SetupWorker> {
  const worker = setupWorker(...mock.handlers);
  await underControl(workerOptions, () => start(worker, workerOptions));
  return worker;
}

async function start(worker: SetupWorker, options: StartOptions): Promise<void> {
  try {
    await worker.start(options);
  } catch (cause) {
    const url = options.serviceWorker?.url ?? '/mockServiceWorker.js';
    throw new Error(
      `The mock's service worker at ${url} did not start. ` +
        "Serve it from your own origin: with Vite, add msw({ mode: 'worker-only' }) of 'msw/vite' to the plugins; elsewhere, run 'npx msw init <public directory>'. " +
        'Where the page is not at the root, give serviceWorker.url. Service workers need https: or localhost. ' +
        'If this is a production build, the mock should not be in it: start it behind a guard such as if (import.meta.env.DEV).',
      { cause },
    );
  }
}
