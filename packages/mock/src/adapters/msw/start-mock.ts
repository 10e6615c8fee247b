import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser';
import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';
import { handlers } from './handlers.ts';
import { persistRecords } from './persist.ts';
import { startError } from './start-error.ts';
import { startUnderControl } from './worker-control.ts';

/** Options of `startMock`: MSW's own, and whether records outlast the page. */
export interface StartMockOptions extends StartOptions {
  /**
   * Keeps the records: with `session` they survive a reload of this tab, with `local` they are shared by the tabs of this
   * origin and still there at the next visit. By default every page begins anew. Not kept are the clock, faults, rates
   * and requests. `mock.reset()` goes back to the records that the page began with.
   */
  persist?: 'session' | 'local' | undefined;
}

/** The worker of a page, which all calls of `startMock` share: MSW runs once in a page. */
interface Started {
  readonly mock: Mock;
  readonly worker: SetupWorker;
  /** Takes the mock away from the worker, which goes on with the next mock or stops. */
  release(next?: Mock): void;
}

const key: unique symbol = Symbol.for('@issue-tracking/mock/started');
const page: typeof globalThis & { [key]?: Promise<Started> | undefined } = globalThis;

/**
 * Passes the page's requests to the mock, through MSW's service worker. Resolves once the worker controls the page, which may
 * load the page a second time. For development: import it behind a guard, so that production builds don't contain it.
 *
 * Called again in the same page, as by hot module replacement, it puts this mock in place of the earlier one. The worker and
 * its options stay, so no request reaches the network meanwhile, and calls that wait go on with this mock.
 *
 * @param mock A mock.
 * @param options Options of MSW's worker, and `persist`.
 *
 * @example
 * const worker = await startMock(mock, { onUnhandledFrame: 'bypass' });
 *
 * @throws Error, as a rejection, if the worker can't start or doesn't get control; the message says what to do. The console
 * shows it too.
 */
export async function startMock(mock: Mock, options: StartMockOptions = {}): Promise<SetupWorker> {
  const started = startAfter(page[key], mock, options);
  page[key] = started;
  try {
    return (await started).worker;
  } catch (error) {
    if (page[key] === started) page[key] = undefined;
    // Applications start the mock where they need a token, and show only that this failed.
    // biome-ignore lint/suspicious/noConsole: a page has no other place for what concerns its developer.
    console.error((error as Error).message);
    throw error;
  }
}

async function startAfter(
  previous: Promise<Started> | undefined,
  mock: Mock,
  { persist, ...options }: StartMockOptions,
): Promise<Started> {
  const earlier = await previous?.catch(() => undefined);
  // React's strict mode runs effects twice.
  if (earlier?.mock === mock) return earlier;
  earlier?.release(mock);
  earlier?.worker.resetHandlers(...handlers(mock));
  const worker = earlier?.worker ?? (await startWorker(mock, options));
  const stopPersisting = persist && persistRecords(mock, persist);
  const { generations, baseUrl, service } = internalsOf(mock);
  return {
    mock,
    worker,
    release(next) {
      stopPersisting?.();
      // A call may be waiting for a token of the next mock: after hot module replacement, it is what has imported that mock.
      if (next && internalsOf(next).baseUrl.text === baseUrl.text) generations.supersede(baseUrl.text);
      else generations.withdraw(baseUrl.text);
      service.sleepers.wake();
    },
  };
}

async function startWorker(mock: Mock, options: StartOptions): Promise<SetupWorker> {
  const worker = setupWorker(...handlers(mock));
  await startUnderControl(options, async () => {
    try {
      await worker.start(options);
    } catch (cause) {
      // MSW has replaced `WebSocket` already, and could not start again. It may wait for its worker for ever.
      void Promise.resolve(worker.stop()).catch(() => {});
      throw startError(cause, options.serviceWorker?.url ?? '/mockServiceWorker.js');
    }
  });
  const { stop } = worker;
  return Object.assign(worker, {
    async stop() {
      const started = page[key];
      page[key] = undefined;
      (await started)?.release();
      await stop.call(worker);
    },
  });
}
