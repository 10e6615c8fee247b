import { startError, type WorkerAdvice } from './start-error.ts';

const reloaded = 'issue-tracking-mock/reloaded';
const replacedAt = 'issue-tracking-mock/replaced';

/** Events on which MSW notifies its worker that the page closes: the first in version 3, the second in version 2. */
const unloadEvents = ['pagehide', 'beforeunload'];

/** The part of MSW's options that identifies the worker. */
export interface WorkerLocation {
  readonly serviceWorker?: { readonly url?: string };
  findWorker?(scriptUrl: string, workerUrl: string): boolean;
}

/**
 * Starts MSW's worker and resolves once it controls this page. The worker unregisters itself with the last page that it
 * controls. A page opened at that moment starts it again but isn't controlled: MSW reports success, and every request goes to
 * the network. Reloading the page helps, so this reloads it once. It reloads the page also if another worker takes over later.
 *
 * @param stopped Aborts when the page no longer needs the worker.
 *
 * @throws Error if the worker did not start, or if the reload did not help, with advice. Never settles while the page reloads.
 */
export async function startUnderControl<Started>(
  place: WorkerLocation,
  start: () => Promise<Started>,
  { stopped, advice = ownAdvice }: { readonly stopped?: AbortSignal; readonly advice?: WorkerAdvice } = {},
): Promise<Started> {
  try {
    // Without service workers (over plain http:, or from a file) MSW patches `fetch` itself.
    if (!('serviceWorker' in navigator) || location.protocol === 'file:') return await start();
    return await startControlled(place, start, stopped);
  } catch (error) {
    if (error instanceof NoControl) throw error;
    throw startError(error, place.serviceWorker?.url ?? defaultUrl, advice);
  }
}

const defaultUrl = '/mockServiceWorker.js';

/** The advice for pages that call `startMock()`. */
const ownAdvice: WorkerAdvice = {
  serving:
    "With Vite, add msw({ mode: 'worker-only' }) of 'msw/vite' to the plugins; elsewhere, run 'npx msw init <public directory>'. " +
    'If the page is not at the root, set serviceWorker.url. ' +
    'If this is a production build, the mock should not be in it: start it behind a guard such as if (import.meta.env.DEV).',
  sharing: 'add the mock to it: worker.use(...handlers(mock)).',
};

/** The worker runs, but doesn't control the page. */
class NoControl extends Error {}

async function startControlled<Started>(
  place: WorkerLocation,
  start: () => Promise<Started>,
  stopped: AbortSignal | undefined,
): Promise<Started> {
  reloadWhenReplaced(stopped);
  const silent = new AbortController();
  if (!navigator.serviceWorker.controller) {
    // A reload must not notify the worker that the page closes: the worker would unregister itself, and the reloaded page
    // would not be controlled either.
    const { signal } = silent;
    for (const event of unloadEvents) window.addEventListener(event, stopPropagation, { capture: true, signal });
    // MSW itself would reload the page over and over.
    if (await isRegistered(place)) return reloadOnce();
  }
  const started = await start();
  if (!navigator.serviceWorker.controller && !(await waitForControl())) return reloadOnce();
  session()?.removeItem(reloaded);
  silent.abort();
  return started;
}

/** The worker that controls this page. */
let controller: ServiceWorker | null = null;

/**
 * Reloads the page when a new version of the worker script takes over. MSW continues with the worker that it started with, so
 * requests would reach the network or wait for a response forever. Chromium may delay the takeover for up to five minutes; the
 * old worker responds until then.
 */
function reloadWhenReplaced(stopped: AbortSignal | undefined): void {
  ({ controller } = navigator.serviceWorker);
  // Storybook starts the worker for each story: the same listener isn't added twice.
  navigator.serviceWorker.addEventListener('controllerchange', onControllerChange, stopped && { signal: stopped });
}

function onControllerChange(): void {
  const previous = controller;
  ({ controller } = navigator.serviceWorker);
  if (previous) reloadForReplacement();
}

function reloadForReplacement(): void {
  const storage = session();
  const isRepeated = !storage || Date.now() - Number(storage.getItem(replacedAt)) < 10_000;
  storage?.setItem(replacedAt, String(Date.now()));
  // biome-ignore lint/suspicious/noConsole: a page has no other place for what concerns its developer.
  console.warn(
    `The mock's service worker was replaced by ${controller?.scriptURL}. ${
      isRepeated
        ? 'It was replaced a moment ago, too: all pages of this origin must have the same serviceWorker.url. Then reload the page.'
        : 'The page reloads.'
    }`,
  );
  if (isRepeated) return;
  // The new worker of MSW 3 asks this page how to respond to its own navigation. MSW ignores messages of other workers than
  // its own, but not those without a source.
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ source, data, ports }) => {
    if (source) serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
  });
  location.reload();
}

async function isRegistered({ serviceWorker, findWorker = (one, other) => one === other }: WorkerLocation) {
  const { href } = new URL(serviceWorker?.url ?? defaultUrl, location.href);
  const registrations = await navigator.serviceWorker.getRegistrations();
  return registrations.some(({ active, waiting, installing }) =>
    [active, waiting, installing].some((worker) => worker && findWorker(worker.scriptURL, href)),
  );
}

async function reloadOnce(): Promise<never> {
  const storage = session();
  if (!storage || storage.getItem(reloaded)) {
    storage?.removeItem(reloaded);
    throw new NoControl(
      "The mock's service worker runs, but does not control this page, so requests would reach the network. " +
        'Close the other tabs of this address and reload the page. If that does not help, the page is not below the folder ' +
        'of the worker script, which controls only pages below it: set serviceWorker.url.',
    );
  }
  storage.setItem(reloaded, 'yes');
  location.reload();
  return new Promise(() => {});
}

/** Waits up to a second: a worker controls open pages when it is activated, but the event may come later. */
async function waitForControl(): Promise<boolean> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 1000);
    navigator.serviceWorker.addEventListener(
      'controllerchange',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
  return navigator.serviceWorker.controller !== null;
}

function stopPropagation(event: Event): void {
  event.stopImmediatePropagation();
}

/** Returns the session storage; `undefined` if the page may not use it. */
function session(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
