import { NetworkError } from 'ky';
import { connectionFailure } from '#runtime';
import type { Permit } from '../credential/permit.ts';
import { type Abortable, onAbort } from '../platform/abort.ts';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import { hasHttpCache } from '../platform/environment.ts';
import { readJson } from '../validation/read-response.ts';
import type { ApiRequest } from '../validation/request.ts';
import type { AttemptOutcome, ConnectionLost, ReceivedResponse } from './attempt-outcome.ts';
import { cancel, type Http, headersOf, readBody, textOf } from './http.ts';

/** The parts of a call that an attempt needs. */
interface Attempted {
  readonly client: {
    readonly http: Http;
    readonly host: string;
    readonly lifetime: { readonly closing: Abortable; readonly ended: Abortable };
  };
  readonly request: ApiRequest;
  readonly settings: { readonly timeout: number };
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  headers(token: string): Record<string, string>;
}

/** A listener for the status line. */
type OnStatus = (status: number, headers: Headers) => void;

/**
 * Sends one request and reads its whole response, within the call's `timeout` and until its signal aborts. The
 * promise never rejects. Anything that arrives after the promise has resolved is ignored, even if a custom `fetch`
 * ignores its signal. Only the status of an abandoned request still counts, during the grace period.
 */
export function send(call: Attempted, permit: Permit, onStatus: OnStatus): Promise<AttemptOutcome> {
  const { signal, settings, clock, client } = call;
  const { closing, ended: clientEnded } = client.lifetime;
  const pending = new PendingRequest(onStatus);

  return new Promise((resolve) => {
    const unsubscribers = [signal, clientEnded].map((one) =>
      onAbort(one, () => abandon({ kind: 'aborted', sent: true }, one?.reason)),
    );
    let unsubscribeAll = () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
    let cancelTimer = setClockTimer(clock, settings.timeout, expire);

    function expire(): void {
      const reason = new DOMException('timeout', 'TimeoutError');
      abandon(pending.errorHead ?? { kind: 'timeout', sent: true }, reason);
      const ms = pending.isOver ? 0 : permit.graceMs(settings.timeout);
      if (ms) cancelTimer = setClockTimer(clock, ms, () => abort(reason));
      else abort(reason);
    }

    /** Ends the call, and the request too unless the circuit breaker still needs its status. */
    function abandon(outcome: AttemptOutcome, reason: unknown): void {
      if (pending.isAbandoned) return;
      pending.isAbandoned = true;
      if (!pending.hasStatus) permit.abandoned(outcome.kind === 'timeout');
      unsubscribeAll();
      resolve(outcome);
      if (pending.hasStatus || closing.aborted || permit.graceMs(settings.timeout) === undefined) abort(reason);
      else unsubscribeAll = onAbort(closing, () => abort(closing.reason));
    }

    function abort(reason: unknown): void {
      if (pending.isOver) return;
      pending.abort(reason);
      end();
      permit.ended(false);
    }

    function end(): void {
      pending.isOver = true;
      unsubscribeAll();
      cancelTimer();
    }

    const ended = (outcome: AttemptOutcome) => {
      // The call has already ended and the status was reported, so the body is not needed.
      if (pending.isAbandoned) return abort(undefined);
      end();
      resolve(outcome);
    };
    sendAndRead(call, call.headers(permit.token), pending).then(ended, (thrown: unknown) => {
      const lost = lostWith(thrown, pending.hasStatus, client.host);
      if (lost.failure.kind === 'unreadable') permit.unreadable();
      ended(lost);
    });
  });
}

/** Maps a failure of `fetch` to an outcome. An application's own `fetch` may throw anything. */
function lostWith(thrown: unknown, hasStatus: boolean, host: string): ConnectionLost {
  try {
    const cause = thrown instanceof NetworkError ? thrown.cause : thrown;
    return { kind: 'lost', cause, failure: connectionFailure(cause, hasStatus, host) };
  } catch {
    // Reading a property of the thrown value has thrown.
    return { kind: 'lost', cause: undefined, failure: unknownFailure };
  }
}

const unknownFailure = { kind: 'foreign', sent: true, retries: 0, reason: undefined } as const;

/** One request in flight. */
class PendingRequest {
  readonly onStatus: OnStatus;
  /** Whether the status line has arrived. */
  hasStatus = false;
  /** Whether the call has ended before the request. */
  isAbandoned = false;
  /** Whether the request has ended, so that later results are ignored. */
  isOver = false;
  readonly #controller = new AbortController();
  #body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /**
   * Status and headers of an error response, which become the outcome if the body breaks off or never ends. If the
   * `Retry-After` of a 429 were lost, the next requests would be rejected too.
   */
  errorHead: ReceivedResponse | undefined;

  constructor(onStatus: OnStatus) {
    this.onStatus = onStatus;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  read(body: ReadableStream<Uint8Array>): ReadableStreamDefaultReader<Uint8Array> {
    this.#body = body.getReader();
    return this.#body;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
    // Cancel the body directly too: only the `Request` passes the signal on to the body, and garbage collection may
    // have removed that unreferenced object.
    if (this.#body) cancel(this.#body);
  }
}

async function sendAndRead(
  { client, request }: Attempted,
  headers: Record<string, string>,
  pending: PendingRequest,
): Promise<AttemptOutcome> {
  const { method, target, body = null } = request;
  const response = await client.http(target, {
    method,
    headers,
    redirect: 'manual',
    signal: pending.signal,
    ...(method !== 'GET' && { body }),
    // Bypasses the browser's HTTP cache, which may hold a stale issue.
    ...(method === 'GET' && hasHttpCache && { cache: 'no-store' }),
  });
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const head = { kind: 'response', ok: isSuccess, status, headers: headersOf(response) } as const;
  if (!pending.isOver) {
    pending.hasStatus = true;
    pending.onStatus(status, head.headers);
  }
  if (pending.isAbandoned) {
    if (response.body && !response.body.locked) cancel(response.body);
    return { kind: 'aborted', sent: true };
  }
  if (status >= 400) pending.errorHead = { ...head, body: { problem: 'empty' } };
  try {
    // A body that is no stream, or no stream of the platform's kind, is read without a size limit.
    const isStream = response.body?.getReader !== undefined;
    const text = isStream ? textOf(await readBody(pending.read(response.body))) : await response.text();
    const body = readJson(text);
    if (status >= 400) return { ...head, body, text };
    return isSuccess && body.problem === 'cut off' ? { ...head, ok: false, isCutOff: true, body } : { ...head, body };
  } catch (error) {
    if (pending.errorHead) return pending.errorHead;
    throw error;
  }
}
