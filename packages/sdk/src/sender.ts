import { connectionFailure } from '#runtime';
import { errorOf, toRejection } from './call/call-error.ts';
import { Call } from './call/call-state.ts';
import { readBody } from './call/http.ts';
import type { ClientOptions } from './options/client-options.ts';
import { createContexts } from './options/create-client-context.ts';
import { orAbort } from './platform/abort.ts';
import { anySignal } from './platform/any-signal.ts';
import { setClockTimer } from './platform/clock.ts';

/** A request, sent exactly as it is. */
export interface PlainRequest {
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  /** Added to the client's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes have no content type of their own. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Leaves the credential out. */
  readonly anonymous?: boolean | undefined;
}

export interface PlainResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Chunks of bytes; `undefined` for a body larger than a client reads. */
  readonly body: readonly Uint8Array[] | undefined;
}

/** @throws an error of this package when no response comes, an `AbortError` when the signal aborts. */
export type Send = (request: PlainRequest, signal: AbortSignal) => Promise<PlainResponse>;

export interface SenderOptions extends Pick<ClientOptions, 'clock' | 'hooks' | 'rateLimit'> {
  readonly baseUrl: string;
  readonly credential: { readonly apiKey: string } | { readonly accessToken: string };
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Returns a function that sends requests with a client's credential, rate limit and timeout, and for which every status
 * is a result. It neither retries nor prevents lockouts: the caller decides what follows a 401 or a 429.
 *
 * @throws InvalidArgumentError naming every option that is wrong.
 */
export function createSender({ credential, ...options }: SenderOptions): Send {
  const contexts = createContexts({ ...options, ...credential, retry: false, lockoutProtection: false });
  const root = options.baseUrl.replace(/\/+$/, '');
  return async (request, signal) => {
    // The caller reports waits itself, through `onWait`.
    const client = { ...contexts.current, longWaits: undefined };
    const { method, path, anonymous, body = null } = request;
    const call = new Call(client, { method, path, target: path }, { ...client.settings, signal });
    try {
      const permit = await (await client.source.gate(call, client.limits)).acquire(call, client.limits);
      if (typeof permit === 'string') throw errorOf({ kind: 'timeout', sent: false }, call);
      call.sending(client.clock.now());
      client.hooks.request(call);
      const headers = new Headers({ ...call.headers(permit.token), ...request.headers });
      if (anonymous) headers.delete('authorization');
      const fetch = options.fetch ?? globalThis.fetch;
      try {
        return await pending(call, (signal) =>
          fetch(root + path, { method, headers, body, redirect: 'manual', signal }),
        );
      } finally {
        permit.release();
      }
    } catch (thrown) {
      throw toRejection(call, thrown);
    } finally {
      call.end();
    }
  };
}

/** Resolves to the whole response, within the call's timeout. An abort ends the wait for a status, not for the body. */
async function pending(call: Call, fetch: (signal: AbortSignal) => Promise<Response>): Promise<PlainResponse> {
  const { signal, release, abort } = anySignal([call.signal]);
  const expired = Symbol('timeout');
  const cancelTimer = setClockTimer(call.clock, call.settings.timeout, () => abort(expired));
  try {
    const response = fetch(signal);
    // `fetch` may abort the signal, and then nothing else handles its rejection.
    response.catch(() => {});
    // A custom `fetch` may ignore its signal.
    const { status, headers, body } = await orAbort(response, signal);
    release();
    return { status, headers, body: body ? await orAbort(readBody(body.getReader()), signal) : [] };
  } catch (cause) {
    if (signal.reason === expired) throw errorOf({ kind: 'timeout', sent: true }, call);
    if (signal.aborted) throw signal.reason;
    throw errorOf({ kind: 'lost', cause, failure: connectionFailure(cause, false, call.client.host) }, call);
  } finally {
    cancelTimer();
    release();
  }
}
