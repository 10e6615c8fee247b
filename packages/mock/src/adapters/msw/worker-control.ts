const reloaded = 'issue-tracking-mock/reloaded';

/** Events on which MSW tells its worker that the page closes: the first in version 3, the second in version 2. */
const unloadEvents = ['pagehide', 'beforeunload'];

/** The part of MSW's options that says which worker it is. */
export interface WorkerLocation {
  readonly serviceWorker?: { readonly url?: string };
  findWorker?(scriptUrl: string, workerUrl: string): boolean;
}

/**
 * Starts MSW's worker and resolves once it answers what this page asks for. The worker removes itself with the last page
 * that it controls, and a page opened at that moment starts it again without coming under its control: MSW reports
 * success, and every request goes to the network. Loading the page once more helps, so that is done, once.
 *
 * @throws Error where that did not help, saying what to do. When the page is loaded again, it never settles.
 */
export async function startUnderControl<Started>(
  place: WorkerLocation,
  start: () => Promise<Started>,
): Promise<Started> {
  // Without service workers (over plain http:, or from a file) MSW patches `fetch` itself.
  if (!('serviceWorker' in navigator) || location.protocol === 'file:') return start();
  const silent = new AbortController();
  if (!navigator.serviceWorker.controller) {
    // A page that is loaded again doesn't tell the worker that it goes: the worker would remove itself, and the next page
    // would lack it in its turn.
    const { signal } = silent;
    for (const event of unloadEvents) window.addEventListener(event, stopPropagation, { capture: true, signal });
    // MSW loads the page again then, and again, for as long as it stays so.
    if (await isRegistered(place)) return reloadOnce();
  }
  const started = await start();
  if (!navigator.serviceWorker.controller && !(await waitForControl())) return reloadOnce();
  session()?.removeItem(reloaded);
  silent.abort();
  return started;
}

async function isRegistered({ serviceWorker, findWorker = (one, other) => one === other }: WorkerLocation) {
  const { href } = new URL(serviceWorker?.url ?? '/mockServiceWorker.js', location.href);
  const registrations = await navigator.serviceWorker.getRegistrations();
  return registrations.some(({ active, waiting, installing }) =>
    [active, waiting, installing].some((worker) => worker && findWorker(worker.scriptURL, href)),
  );
}

async function reloadOnce(): Promise<never> {
  const storage = session();
  if (!storage || storage.getItem(reloaded)) {
    storage?.removeItem(reloaded);
    throw new Error(
      "The mock's service worker runs, but does not control this page, so requests would reach the network. " +
        'Close the other tabs of this address and load the page again. If it stays so, the page is not below the folder ' +
        'that the worker script is served from, and only what is below it is controlled: give serviceWorker.url.',
    );
  }
  storage.setItem(reloaded, 'yes');
  location.reload();
  return new Promise(() => {});
}

/** A worker takes over open pages when it is activated, and this page may hear of it a little later. */
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

/** `undefined` where a page may not store anything. */
function session(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
