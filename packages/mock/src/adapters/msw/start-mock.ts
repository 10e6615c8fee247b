import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser';
import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';
import { handlersFor } from './handlers.ts';
import { persistState } from './persist.ts';
import { startUnderControl } from './worker-control.ts';

/** Options of MSW's worker, and `persist`. */
export interface StartMockOptions extends StartOptions {
  /**
   * Stores the state: records, faults, settings, and a clock that was moved. `session` keeps it when this tab is reloaded, `local`
   * shares it between the tabs of this origin and keeps it for the next visit. By default, nothing is stored; rate limits and
   * requests never are. `mock.reset()` restores the state that the page started with.
   */
  persist?: 'session' | 'local' | undefined;
}

/** The worker of a page, shared by all calls of `startMock`: MSW runs once per page. */
interface Started {
  readonly mock: Mock;
  readonly worker: SetupWorker;
  /** Detaches the mock from the worker, which continues with the next mock or stops. */
  release(next?: Mock): void;
}

const key: unique symbol = Symbol.for('@issue-tracking/mock/started');
const page: typeof globalThis & { [key]?: Promise<Started> | undefined } = globalThis;

/**
 * Passes the page's requests to the mock, through MSW's service worker. Resolves once the worker controls the page, which may
 * load the page a second time. For development: import it behind a guard, so that production builds don't contain it.
 *
 * A further call in the same page, as by hot module replacement, replaces the earlier mock. The worker and its options stay,
 * so no request reaches the network meanwhile, and waiting calls continue with this mock.
 *
 * @param mock A mock.
 * @param options Options of MSW's worker, and `persist`.
 *
 * @example
 * const worker = await startMock(mock, { onUnhandledFrame: 'bypass' });
 *
 * @throws Error, as a rejection, if the worker can't start or doesn't get control; the message says what to do. The console
 * shows it too. TypeError for an unknown value of `persist`.
 */
export async function startMock(mock: Mock, options: StartMockOptions = {}): Promise<SetupWorker> {
  const started = startAfter(page[key], mock, options);
  page[key] = started;
  try {
    return (await started).worker;
  } catch (error) {
    if (page[key] === started) page[key] = undefined;
    // Applications often start the mock where they need a token, and only show that this failed.
    // biome-ignore lint/suspicious/noConsole: see above.
    console.error((error as Error).message);
    throw error;
  }
}

async function startAfter(
  previous: Promise<Started> | undefined,
  mock: Mock,
  { persist, ...options }: StartMockOptions,
): Promise<Started> {
  if (persist !== undefined && persist !== 'session' && persist !== 'local') {
    throw new TypeError(`The option "persist" must be one of: session, local; found ${JSON.stringify(persist)}.`);
  }
  const earlier = await previous?.catch(() => undefined);
  // React's strict mode runs effects twice.
  if (earlier?.mock === mock) return earlier;
  const { generations, baseUrl, service } = internalsOf(mock);
  earlier?.release(mock);
  earlier?.worker.resetHandlers(...handlersFor(mock, 'all'));
  // Before the start, during which MSW holds requests back.
  generations.publish(baseUrl.text, 'all');
  const worker = earlier?.worker ?? (await startWorker(mock, options));
  const stopPersisting = persist && persistState(mock, persist);
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
  const worker = setupWorker(...handlersFor(mock, 'all'));
  const stopped = new AbortController();
  const start = async () => {
    try {
      await worker.start(options);
    } catch (cause) {
      // Without stop(), MSW could not start again: it has replaced `WebSocket`. Not awaited: it may wait for its worker forever.
      void Promise.resolve(worker.stop()).catch(() => {});
      throw cause;
    }
  };
  try {
    await startUnderControl(options, start, { stopped: stopped.signal });
  } catch (error) {
    stopped.abort();
    const { generations, baseUrl } = internalsOf(mock);
    generations.withdraw(baseUrl.text);
    throw error;
  }
  const { stop } = worker;
  return Object.assign(worker, {
    async stop() {
      stopped.abort();
      const started = page[key];
      page[key] = undefined;
      (await started)?.release();
      await stop.call(worker);
    },
  });
}
