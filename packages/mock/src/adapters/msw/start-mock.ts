import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser';
import { coreOf } from '../../mock/core.ts';
import type { Mock } from '../../mock/mock.ts';
import { handlers } from './handlers.ts';
import { persistRecords } from './persist.ts';
import { underControl } from './worker-control.ts';

/** Options of `startMock`: MSW's own, and whether records outlast the page. */
export interface StartMockOptions extends StartOptions {
  /**
   * Keeps the records: with `session` they survive a reload of this tab, with `local` they are shared by the tabs of this
   * origin and still there at the next visit. By default every page begins anew. Not kept are the clock, faults, rates
   * and requests. `mock.reset()` goes back to the records that the page began with.
   */
  persist?: 'session' | 'local' | undefined;
}

/**
 * Passes the page's requests to the mock, through MSW's service worker. Resolves once the worker controls the page, which may
 * load the page a second time. For development: import it behind a guard, so that production builds don't contain it.
 *
 * @param mock A mock.
 * @param options Options of MSW's worker, and `persist`.
 *
 * @example
 * const worker = await startMock(mock, { onUnhandledFrame: 'bypass' });
 *
 * @throws Error, as a rejection, if the worker can't start or doesn't get control; the message says what to do.
 */
export async function startMock(mock: Mock, options: StartMockOptions = {}): Promise<SetupWorker> {
  const { persist, ...workerOptions } = options;
  const worker = setupWorker(...handlers(mock));
  await underControl(workerOptions, () => start(worker, workerOptions));
  if (persist) persistRecords(mock, persist);
  const { stop } = worker;
  return Object.assign(worker, {
    stop() {
      const { generations, baseUrl, service } = coreOf(mock);
      generations.withdraw(baseUrl.text);
      service.sleepers.wake();
      return stop.call(worker);
    },
  });
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
