import ky, { NetworkError } from 'ky';
import { connectionFailure } from '#runtime';
import type { Permit } from '../credential/permit.ts';
import { after, type Clock } from '../platform/clock.ts';
import { hasHttpCache } from '../platform/environment.ts';
import type { FetchedHeaders, FetchLike } from '../platform/fetch-like.ts';
import { type Abortable, onAbort } from '../platform/on-abort.ts';
import { cancel, readBody } from '../platform/read-body.ts';
import { readJson } from '../validation/read-response.ts';
import type { ApiRequest } from '../validation/request.ts';
import type { Answer, Lost, Outcome } from './outcome.ts';

/** Sends one request to a path below the base URL. An interface of our own: the declarations name no other package. */
export type Http = (path: string, options: HttpOptions) => Promise<Response>;

interface HttpOptions extends WithSignal {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly cache?: 'no-store';
}

/** Sends the requests of one client below its base URL. Retries, timeouts and errors are the call's: ky does none. */
export function createHttp(baseUrl: string, fetch: FetchLike | undefined): Http {
  return ky.create({
    prefix: baseUrl,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // `input` is ky's Request, and `init` holds the options that ky doesn't know. The platform's `fetch` is looked up
    // for each request, because interceptors replace it, and called as a plain function: ky would call it on its
    // options, which browsers refuse.
    fetch: (input, init) =>
      fetchPlainly(
        fetch ?? globalThis.fetch,
        input instanceof Request ? input : new Request(input),
        init as WithSignal,
      ),
  });
}

/**
 * An option that ky doesn't know and hands on to `fetch` as it is. As ky's own `signal` it would come through
 * `AbortSignal.any` and a `Request`, which a garbage collection can cut, and which costs a quarter of a call.
 */
interface WithSignal {
  readonly attemptSignal?: AbortSignal;
}

/**
 * Calls `fetch` with a URL and plain members. A `fetch` of the application's own, such as undici's or node-fetch, may
 * know no other `Request` than its own, and a body that is a stream would be sent in chunks, without its length.
 */
async function fetchPlainly(fetch: FetchLike, request: Request, { attemptSignal }: WithSignal): Promise<Response> {
  const { url, method, headers } = request;
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(headers),
    redirect: 'manual',
    signal: attemptSignal ?? request.signal,
    ...(method !== 'GET' && { body: (await request.text()) || null }),
    ...(request.cache === 'no-store' && { cache: 'no-store' }),
  });
  // ky only hands it on, and what is read of it is looked at below.
  return response as Response;
}

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
      const ms = exchange.isOver ? 0 : permit.inFlight.graceMs(settings.timeout);
      if (ms) cancelTimer = after(clock, ms, () => abort(reason));
      else abort(reason);
    }

    /** Ends the call, and the request too unless the circuit breaker still needs its status. */
    function abandon(outcome: Outcome, reason: unknown): void {
      if (exchange.isAbandoned) return;
      exchange.isAbandoned = true;
      if (!exchange.isAnswered) permit.inFlight.abandoned(outcome.kind === 'expired');
      forget();
      resolve(outcome);
      if (exchange.isAnswered || closing.aborted || permit.inFlight.graceMs(settings.timeout) === undefined)
        abort(reason);
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
  const { method, target, body } = request;
  const { signal } = exchange;
  const options: HttpOptions = {
    method,
    headers,
    attemptSignal: signal,
    ...(body !== undefined && { body }),
    // A page's own cache would answer with what an issue was, not with what it is.
    ...(method === 'GET' && hasHttpCache && { cache: 'no-store' }),
  };
  const response: Partial<Response> | undefined = await core.http(target, options);
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
    const body = readJson(await readText(response, exchange));
    return isSuccess && body.problem === 'cut off' ? { ...head, ok: false, isCutOff: true, body } : { ...head, body };
  } catch (error) {
    if (exchange.refusal) return exchange.refusal;
    throw error;
  }
}

/** Whether a custom `fetch` has resolved with a response: it may return anything, and ky passes that on. */
function isResponse(value: Partial<Response> | undefined): value is Response {
  return typeof value?.status === 'number' && value.type !== 'error' && value.headers !== undefined;
}

/** The response headers that the client itself reads. */
const readHeaders = ['retry-after', 'date', 'content-type', 'location', 'x-request-id'];

/** Headers as the platform has them, also of a `fetch` whose own have `get()` alone. */
function headersOf({ headers }: { headers: FetchedHeaders }): Headers {
  if (headers instanceof Headers) return headers;
  const copy = new Headers();
  for (const name of readHeaders) {
    const value = headers.get(name);
    if (value !== null) copy.set(name, value);
  }
  return copy;
}

const decoderOfWholeBodies = new TextDecoder();

/** A response's text, or `undefined` when it is too large. @throws whatever breaks the body off. */
async function readText(response: Response, exchange: Exchange): Promise<string | undefined> {
  // Where bodies are no streams, or another kind than the platform's.
  if (!response.body?.getReader) return response.text();
  const chunks = await readBody(exchange.read(response.body));
  return chunks && textOf(chunks);
}

function textOf(chunks: readonly Uint8Array[]): string {
  const [first, ...more] = chunks;
  // Most answers come in one piece, and a decoder of its own for each costs more than the decoding.
  if (more.length === 0) return decoderOfWholeBodies.decode(first);
  const decoder = new TextDecoder();
  let text = '';
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
