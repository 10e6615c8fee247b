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
  const { url, body } = call.request;
  const response = await ky(url, {
    method: call.method,
    ...(body !== undefined && { body }),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'manual',
    // Signal and headers go in here: as options they cost ky an `AbortSignal.any` and three copies of the headers.
    fetch: (input) => {
      // ky makes one of whatever it is given.
      const request = input as Request;
      const headers = call.headers(token);
      for (const name in headers) request.headers.set(name, headers[name] ?? '');
      // `globalThis.fetch` is looked up now, because interceptors replace it, and called without a receiver, because
      // browsers refuse another `this`.
      return (call.core.fetch ?? globalThis.fetch)(request, { signal });
    },
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
