import { IssueTrackingClient, isIssueTrackingError } from '@issue-tracking/sdk';
import { type DecodedBody, readBody } from './body.ts';
import { EndedEarly, Interrupted } from './ended-early.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';
import { defaultRate, type ServiceOptions } from './service-options.ts';

type Received = Pick<Exchange, 'status' | 'headers'> & DecodedBody;

/** Sends a request as it is. @throws EndedEarly when no response comes or the signal aborts */
export type Send = (request: ServiceRequest, signal: AbortSignal) => Promise<Received>;

/**
 * Returns a function that sends requests when a client would: its rate limit, timeout and errors are the client's, but every
 * response is a result. Call it for one request at a time.
 *
 * @throws InvalidArgumentError for an invalid address or credential.
 */
export function createSend({ baseUrl, credential, clock, fetch, onWait }: ServiceOptions, onRequest: () => void): Send {
  /** Sends the present request in place of the client's. */
  let send: (url: string, init: object) => Promise<Response>;
  const client = new IssueTrackingClient({
    baseUrl,
    ...credential,
    clock,
    rateLimit: { requests: defaultRate },
    // The caller decides what follows a failure, a 401 or a 429.
    retry: false,
    lockoutProtection: false,
    logLevel: 'error',
    fetch: (url, init) => send(url, init),
    hooks: { onRequest, onWait: ({ waitMs = 0 }) => onWait?.(waitMs, `limit of ${defaultRate} requests per minute`) },
  });
  return async ({ method = 'GET', path, headers, body, anonymous }, signal) => {
    if (signal.aborted) throw new Interrupted(signal);
    const [pathname = '', query] = path.split('?');
    const stop = new AbortController();
    const abort = () => stop.abort();
    // An abort ends the wait for a status, not for the body: the service has done its part.
    const ignoreAbort = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    let received: Received | undefined;
    send = async (url, init: RequestInit) => {
      const own = new Headers(init.headers);
      own.delete('content-type');
      if (anonymous) own.delete('authorization');
      for (const [name, value] of Object.entries(headers ?? {})) own.set(name, value);
      const target = query === undefined ? url : `${url}?${query}`;
      const response = await (fetch ?? globalThis.fetch)(target, { ...init, headers: own, body: body ?? null });
      ignoreAbort();
      received = { status: response.status, headers: response.headers, ...(await readBody(response)) };
      // All that the client needs to know is that a response came.
      return new Response(null, { status: 204 });
    };
    // Every path is below the root of the API.
    const call = [pathname as `/api/v1/${string}`, { signal: stop.signal }] as const;
    try {
      await (method === 'GET' ? client.request(method, ...call) : client.request(method, ...call));
    } catch (error) {
      if (!isIssueTrackingError(error)) throw error;
      throw signal.aborted ? new Interrupted(signal) : new EndedEarly(error.message);
    } finally {
      ignoreAbort();
    }
    if (!received) throw new Error('The client has sent nothing');
    return received;
  };
}
