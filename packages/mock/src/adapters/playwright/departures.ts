import type { BrowserContext, Page, Request } from 'playwright-core';

/** Signals that nobody waits for an answer any more. */
export interface Departures {
  /** Aborts when the page or context is closed. */
  readonly target: AbortSignal;
  /** Aborts when the page gives up a request, or is closed. */
  request(request: Request): AbortSignal;
}

/** Watches a page or context, so that a scripted delay ends with the request it delays. */
export function departures(target: Page | BrowserContext): Departures {
  const closed = new AbortController();
  const pending = new WeakMap<Request, AbortController>();
  // A context's events include a page's; TypeScript can't call overloads that differ in one more event.
  const emitter = target as BrowserContext;
  emitter.once('close', () => closed.abort());
  emitter.on('requestfailed', (request) => pending.get(request)?.abort());

  return {
    target: closed.signal,
    request(request) {
      const controller = new AbortController();
      pending.set(request, controller);
      return AbortSignal.any([closed.signal, controller.signal]);
    },
  };
}
