import { NetworkError } from 'ky';
import { connectionFailure } from '#runtime';
import type { Permit } from '../credential/permit.ts';
import { after, type Clock } from '../platform/clock.ts';
import { hasHttpCache } from '../platform/environment.ts';
import { type Abortable, onAbort } from '../platform/on-abort.ts';
import { readJson } from '../validation/read-response.ts';
import type { ApiRequest } from '../validation/request.ts';
import { cancel, type Http, headersOf, isResponse, readBody, textOf } from './http.ts';
import type { Answer, Lost, Outcome } from './outcome.ts';

/** The parts of a call that an attempt needs. */
interface Attempted {
  readonly core: { readonly http: Http; readonly lifetime: { readonly closing: Abortable; readonly ended: Abortable } };
  readonly request: ApiRequest;
  readonly settings: { readonly timeout: number };
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  headers(token: string): Record<string, string>;
}

/** A listener for the status line. */
type OnStatus = (status: number, headers: Headers) => void;

/**
 * Sends one request and reads its whole answer, within the call's `timeout` and until its signal aborts. Always
 * resolves. What comes after that is dropped, also when a custom `fetch` ignores its signal; but for the status, as long
 * as the request lingers.
 */
export function send(call: Attempted, permit: Permit, onStatus: OnStatus): Promise<Outcome> {
  const { signal, settings, clock, core } = call;
  const { closing, ended: clientEnded } = core.lifetime;
  const exchange = new Exchange(onStatus);

  return new Promise((resolve) => {
    const forgetAborts = [signal, clientEnded].map((one) =>
      onAbort(one, () => abandon({ kind: 'aborted', sent: true }, one?.reason)),
    );
    let forget = () => {
      for (const forgetAbort of forgetAborts) forgetAbort();
    };
    let cancelTimer = after(clock, settings.timeout, expire);

    function expire(): void {
      const reason = new DOMException('timeout', 'TimeoutError');
      abandon(exchange.refusal ?? { kind: 'expired', sent: true }, reason);
      const ms = exchange.isOver ? 0 : permit.graceMs(settings.timeout);
      if (ms) cancelTimer = after(clock, ms, () => abort(reason));
      else abort(reason);
    }

    /** Ends the call, and the request too unless the circuit breaker still needs its status. */
    function abandon(outcome: Outcome, reason: unknown): void {
      if (exchange.isAbandoned) return;
      exchange.isAbandoned = true;
      if (!exchange.isAnswered) permit.abandoned(outcome.kind === 'expired');
      forget();
      resolve(outcome);
      if (exchange.isAnswered || closing.aborted || permit.graceMs(settings.timeout) === undefined) abort(reason);
      else forget = onAbort(closing, () => abort(closing.reason));
    }

    function abort(reason: unknown): void {
      if (exchange.isOver) return;
      exchange.abort(reason);
      end();
      permit.ended(false);
    }

    function end(): void {
      exchange.isOver = true;
      forget();
      cancelTimer();
    }

    const ended = (outcome: Outcome) => {
      // The call has ended, and the status was seen: the body is not needed.
      if (exchange.isAbandoned) return abort(undefined);
      end();
      resolve(outcome);
    };
    sendAndRead(call, call.headers(permit.token), exchange).then(ended, (thrown: unknown) => {
      const lost = lostWith(thrown, exchange.isAnswered);
      if (lost.failure.isUnreadable) permit.unreadable();
      ended(lost);
    });
  });
}

/** Maps a failure of `fetch` to an outcome. An application's own `fetch` may throw anything. */
function lostWith(thrown: unknown, hasStatus: boolean): Lost {
  try {
    const cause = thrown instanceof NetworkError ? thrown.cause : thrown;
    return { kind: 'lost', cause, failure: connectionFailure(cause, hasStatus) };
  } catch {
    // One of its members throws when it is read.
    return { kind: 'lost', cause: undefined, failure: unknownFailure };
  }
}

const unknownFailure = { sent: true, final: false, isUnreadable: false, reason: undefined };

/** One request and its answer. */
class Exchange {
  readonly onStatus: OnStatus;
  /** Whether its status line has come. */
  isAnswered = false;
  /** Whether its call has ended without it. */
  isAbandoned = false;
  /** Whether nothing more will come of it. */
  isOver = false;
  readonly #controller = new AbortController();
  #body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /**
   * The response that counts when the body of a refusal breaks off or never ends. Its status line and headers say enough: a 429
   * without its `Retry-After` would be followed by requests that the service refuses too.
   */
  refusal: Answer | undefined;

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
    // A garbage collection may have cut the signal off from the body: only an unreferenced `Request` passes it on.
    if (this.#body) cancel(this.#body);
  }
}

async function sendAndRead(
  { core, request }: Attempted,
  headers: Record<string, string>,
  exchange: Exchange,
): Promise<Outcome> {
  const { method, target, body = null } = request;
  const response: Partial<Response> | undefined = await core.http(target, {
    method,
    headers,
    redirect: 'manual',
    signal: exchange.signal,
    ...(method !== 'GET' && { body }),
    // Bypasses the browser's HTTP cache, which may hold a stale issue.
    ...(method === 'GET' && hasHttpCache && { cache: 'no-store' }),
  });
  if (!isResponse(response)) throw new TypeError('fetch gave no Response');
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const head = { kind: 'answer', ok: isSuccess, status, headers: headersOf(response) } as const;
  if (!exchange.isOver) {
    exchange.isAnswered = true;
    exchange.onStatus(status, head.headers);
  }
  if (exchange.isAbandoned) {
    if (response.body && !response.body.locked) cancel(response.body);
    return { kind: 'aborted', sent: true };
  }
  if (status >= 400) exchange.refusal = { ...head, body: { problem: 'empty' } };
  try {
    // Where bodies are no streams, or of another kind than the platform's, they have no size limit.
    const isStream = response.body?.getReader !== undefined;
    const body = readJson(isStream ? textOf(await readBody(exchange.read(response.body))) : await response.text());
    return isSuccess && body.problem === 'cut off' ? { ...head, ok: false, isCutOff: true, body } : { ...head, body };
  } catch (error) {
    if (exchange.refusal) return exchange.refusal;
    throw error;
  }
}
