import type { BrowserContext, Request as HeldRequest, Page, Route } from 'playwright-core';
import type { Fault } from '../faults/fault.ts';
import { guardFaults } from '../faults/faults.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { parseBaseUrl } from '../platform/http/base-url.ts';
import type { Sent } from '../platform/http/sent.ts';
import { isPreflight, preflightHeaders, sharingHeaders } from './cors-headers.ts';

/**
 * Passes the requests of a page, or of every page of a browser context, to the mock, without a network. Requests outside
 * `<baseUrl>/api/` are left alone.
 *
 * Pages of any origin may read the responses. Playwright doesn't see requests of a page's own service worker: create the
 * context with `serviceWorkers: 'block'`.
 *
 * @param target A page or a browser context.
 * @param mock A mock.
 *
 * @example
 * const mock = createMock({ baseUrl: 'https://issues.example.com' });
 * await route(page, mock);
 * await page.goto('http://localhost:5173/');
 *
 * @throws TypeError if a fault has `truncate`, which Playwright can't do. Until the page or context is closed,
 * `mock.faults.add()` throws it too.
 */
export async function route(target: Page | BrowserContext, mock: Mock): Promise<void> {
  const internals = internalsOf(mock);
  const baseUrl = parseBaseUrl(mock.baseUrl);
  const signals = abortSignals(target);
  guardFaults(internals.service, (fault) => {
    if (!signals.target.aborted) rejectTruncation(fault);
  });

  await target.route(
    (url) => {
      const path = baseUrl.pathOf(url);
      return path !== undefined && internals.owns(path);
    },
    async (held) => {
      const signal = signals.request(held.request());
      try {
        await respond(held, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // Playwright counts a request of a closed page as pending until it is aborted.
        await held.abort().catch(() => undefined);
      }
    },
  );

  async function respond(held: Route, signal: AbortSignal): Promise<void> {
    const request = held.request();
    const headers = request.headers();
    const header = (name: string) => headers[name];
    // Playwright receives preflights from Firefox, but not from Chromium.
    if (isPreflight(request.method(), header)) {
      await held.fulfill({ status: 204, headers: preflightHeaders(header) });
      return;
    }
    const path = baseUrl.pathOf(new URL(request.url())) ?? '';
    const reply = await internals.serve(sentBy(request, path, signal)).reply;
    if (reply === 'drop') return held.abort('connectionreset');
    await held.fulfill({
      status: reply.status,
      headers: { ...reply.headers, ...sharingHeaders(header) },
      // Playwright passes a body to the page even for HEAD.
      body: request.method() === 'HEAD' ? '' : Buffer.from(reply.body),
    });
  }
}

function rejectTruncation({ truncate }: Fault): void {
  if (truncate === undefined) return;
  throw new TypeError('Playwright cannot truncate a body: use `drop` instead of `truncate`.');
}

/** Signals that abort when a response is no longer awaited. */
interface AbortSignals {
  /** Aborts when the page or context is closed. */
  readonly target: AbortSignal;
  /** Aborts when the page abandons a request, or is closed. */
  request(request: HeldRequest): AbortSignal;
}

/** Watches a page or context, so that a fault's delay ends when its request is aborted. */
function abortSignals(target: Page | BrowserContext): AbortSignals {
  const closed = new AbortController();
  const pending = new WeakMap<HeldRequest, AbortController>();
  // The cast is needed because TypeScript can't call the union of their overloads. It is safe: a context has all events of a page.
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

/** Returns a request that Playwright holds as the service reads it. */
function sentBy(held: HeldRequest, path: string, signal: AbortSignal): Sent {
  return {
    method: held.method(),
    path,
    search: new URL(held.url()).search.slice(1),
    headers: held.headers(),
    signal,
    async read(limit) {
      const body = held.postDataBuffer() ?? new Uint8Array();
      return body.length > limit ? 'too-large' : body;
    },
  };
}
