import ky, { NetworkError } from 'ky';
import { after } from './after.ts';
import type { Call } from './call.ts';
import { nothingSent } from './nothing-sent.ts';
import type { Outcome } from './outcome.ts';
import { discardBody, readBody } from './read-body.ts';

/**
 * Sends one request and reads its whole answer, within the call's `timeout` and until its signal aborts. Always
 * resolves. What comes later than that is dropped, also when a custom `fetch` ignores its signal.
 */
export function attempt(call: Call, token: string): Promise<Outcome> {
  const { signal, settings, clock } = call;
  const { timeout } = settings;
  const request = new AbortController();

  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      signal?.removeEventListener('abort', abort);
      cancel();
      resolve(outcome);
    };
    const abort = () => {
      end({ kind: 'aborted' });
      request.abort(signal?.reason);
    };
    const expire = () => {
      end({ kind: 'expired' });
      request.abort(new DOMException('timeout', 'TimeoutError'));
    };

    signal?.addEventListener('abort', abort);
    const cancel = after(clock, timeout, expire);
    send(call, token, request.signal).then(end, (error: unknown) => {
      const cause = error instanceof NetworkError ? error.cause : error;
      end({ kind: 'lost', cause, sent: !nothingSent(cause) });
    });
  });
}

async function send(call: Call, token: string, signal: AbortSignal): Promise<Outcome> {
  const { url, body = null } = call.request;
  const response = await ky(url, {
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // The request goes in here and not through ky: signal and headers cost it an `AbortSignal.any` and three copies of
    // the headers, and a `fetch` of the application's own, such as undici's or node-fetch, may know no other `Request`
    // than its own. `globalThis.fetch` is looked up now, because interceptors replace it, and called without a receiver,
    // because browsers refuse another `this`.
    fetch: () =>
      (call.core.fetch ?? globalThis.fetch)(url, {
        method: call.method,
        headers: call.headers(token),
        body,
        redirect: 'manual',
        signal,
      }),
  });
  if (typeof response?.status !== 'number' || response.type === 'error') {
    throw new TypeError('fetch gave no Response');
  }
  if (signal.aborted) {
    discardBody(response);
    return { kind: 'aborted' };
  }
  const { status, headers } = response;
  const ok = status >= 200 && status < 300;
  return { kind: 'answer', ok, status, headers, text: await readBody(response, signal) };
}
