import { type Clock, IssueTrackingClient } from '@issue-tracking/sdk';
import { knownRedactor, redactor } from '@issue-tracking/sdk/internal';
import { bodyOf } from './body.ts';
import { EndedEarly, Interrupted } from './ended-early.ts';
import { type Asked, type Exchange, isFailure, retryAfter } from './exchange.ts';

/** Half of what the service allows: whoever else uses the credential must not notice. */
export const requestsAMinute = 50;

/** What proves who asks. */
export type Credential = { readonly apiKey: string } | { readonly accessToken: string };

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly fetch?: typeof fetch | undefined;
  readonly clock: Clock;
  /** Aborts when the run is to end. */
  readonly signal: AbortSignal;
  /** Whether a run before this one may have used up the rate a moment ago. */
  readonly resumed?: boolean | undefined;
  /** Whether a 429 is waited out. Otherwise it ends the run. */
  readonly patient?: boolean | undefined;
  /** Told of each response. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Told for how many milliseconds nothing can be sent, and why. */
  readonly onWait?: ((ms: number, why: string) => void) | undefined;
}

/** The longest that a 429 is waited out, in milliseconds. */
const longestWait = 15 * 60_000;

/**
 * The service under test. Each request goes through the SDK, which keeps the rate and guards the credential, and leaves
 * it as it was asked for: with parameters twice, without a content type, in whatever form the SDK itself would never
 * send. One request at a time. When the credential is refused, nothing more is sent.
 */
export class Service {
  /** How many requests were sent. */
  requests = 0;
  /** A response that refused the credential although others accept it. */
  refusedOnce: Exchange | undefined;
  readonly #options: ServiceOptions;
  readonly #client: IssueTrackingClient;
  /** A text without the credential, as it can be kept: whatever else looks like one is data. */
  readonly hideCredential: (text: string) => string;
  readonly #redact: (text: string) => string;
  #pending: Pending = { asked: { path: '' } };
  #stopped: EndedEarly | undefined;
  /** The last request that the credential was accepted for. */
  #accepted: Asked | undefined;

  /** @throws InvalidArgumentError for an address or a credential that can't be one. */
  constructor(options: ServiceOptions) {
    this.#options = options;
    const { baseUrl, credential, clock, resumed, onWait } = options;
    this.#redact = redactor(Object.values(credential));
    this.hideCredential = knownRedactor(Object.values(credential));
    this.#client = new IssueTrackingClient({
      baseUrl,
      ...credential,
      clock,
      retry: false,
      rateLimit: { requests: requestsAMinute, startUp: resumed ? 'assume-full' : 'assume-empty' },
      hooks: { onWait: ({ waitMs = 0 }) => onWait?.(waitMs, `at most ${requestsAMinute} requests a minute are sent`) },
      fetch: (input, init) => this.#send(String(input), init),
    });
  }

  /**
   * Sends a request and resolves to whatever is responded.
   *
   * @param signal Instead of the run's own: what has to be done although the run is to end.
   * @throws EndedEarly when there is no response, or one after which nothing more may be sent.
   */
  async ask(asked: Asked, signal = this.#options.signal): Promise<Exchange> {
    for (;;) {
      const exchange = await this.#exchange(asked, signal);
      // What no credential was shown for says nothing of its rate.
      if (exchange.status !== 429 || asked.anonymous) return exchange;
      await this.#waitFor(exchange, signal);
    }
  }

  get(path: string): Promise<Exchange> {
    return this.ask({ path });
  }

  /** Repeats a read that met a failure of the service, twice. */
  async read(asked: Asked): Promise<Exchange> {
    let exchange = await this.ask(asked);
    for (let again = 0; isFailure(exchange) && again < 2; again++) {
      await this.pause(1000);
      exchange = await this.ask(asked);
    }
    return exchange;
  }

  /** Waits, unless the run is to end. */
  async pause(ms: number, signal = this.#options.signal): Promise<void> {
    await this.#options.clock.sleep(ms, signal).catch(() => undefined);
    if (signal.aborted) throw new Interrupted(signal);
  }

  /** A text without the credential, in whatever form it was repeated, and without what looks like one. */
  readonly redact = (text: string): string => this.#redact(text);

  async #exchange(asked: Asked, signal: AbortSignal): Promise<Exchange> {
    if (this.#stopped) throw this.#stopped;
    const what = `${asked.method ?? 'GET'} ${asked.path}`;
    const exchange = await this.#sendOne(asked, what, signal);
    this.#options.onExchange?.(exchange);
    if (exchange.status !== 401 || asked.anonymous) {
      if (exchange.status < 400 && !asked.anonymous) this.#accepted = asked;
      return exchange;
    }
    throw await this.#refused(what, exchange, signal);
  }

  async #sendOne(asked: Asked, what: string, signal: AbortSignal): Promise<Exchange> {
    const pending: Pending = { asked };
    this.#pending = pending;
    try {
      await this.#client.request('GET', '/api/v1/projects', { signal });
    } catch (error) {
      if (!pending.exchange && pending.failed === undefined)
        throw signal.aborted ? new Interrupted(signal) : new EndedEarly(reasonOf(what, error));
    }
    if (!pending.exchange) throw new EndedEarly(`${what}: ${pending.failed ?? 'it was not sent'}`);
    return pending.exchange;
  }

  /** One refusal may be that of a single path: whoever was accepted before is asked for once more, and nothing else. */
  async #refused(what: string, exchange: Exchange, signal: AbortSignal): Promise<EndedEarly> {
    const known = this.#accepted;
    if (known) {
      const again = await this.#sendOne(known, what, signal);
      this.#options.onExchange?.(again);
      if (again.status < 400) {
        this.refusedOnce = exchange;
        this.#stopped = new EndedEarly(`${what} was answered 401, although the credential is accepted elsewhere`);
        return this.#stopped;
      }
    }
    this.#stopped = new EndedEarly(
      known
        ? `${what} was answered 401: the credential is no longer accepted, and is not tried again`
        : `${what} was answered 401: the credential is not accepted, and is not tried again`,
    );
    return this.#stopped;
  }

  async #waitFor(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const what = `${exchange.method} ${exchange.path}`;
    const ms = retryAfter(exchange) ?? 60_000;
    const seconds = Math.ceil(ms / 1000);
    if (!this.#options.patient || ms > longestWait) {
      this.#stopped = new EndedEarly(
        `${what} was answered 429: the request rate of the credential is used up; start again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
      );
      throw this.#stopped;
    }
    this.#options.onWait?.(ms, 'the service asked to wait');
    await this.pause(ms, signal);
  }

  /** Sends what was asked for in place of the client's own request, with the client's credential. */
  async #send(_url: string, init: RequestInit = {}): Promise<Response> {
    const pending = this.#pending;
    const { method = 'GET', path, body, headers: added, anonymous } = pending.asked;
    const { fetch = globalThis.fetch, baseUrl } = this.#options;
    const headers = new Headers(init.headers);
    if (anonymous) headers.delete('authorization');
    for (const [name, value] of Object.entries(added ?? {})) headers.set(name, value);
    this.requests++;
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(init.signal && { signal: init.signal }),
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    const received = await bodyOf(response);
    if (typeof received === 'string') pending.failed = received;
    else {
      const sent = typeof body === 'string' ? body : body && new TextDecoder().decode(body);
      pending.exchange = { method, path, sent, status, headers: response.headers, ...received };
    }
    // A refusal that says nothing of the credential, or not enough of it, would make the client hold it back.
    const isDoubtful = (status === 401 && (anonymous || this.#accepted !== undefined)) || (status === 429 && anonymous);
    const told = isDoubtful ? 404 : status;
    const after = response.headers.get('retry-after');
    return new Response('{}', {
      status: told < 400 ? 200 : told,
      headers: after === null ? {} : { 'retry-after': after },
    });
  }
}

/** A request under way, and what came of it. A response that comes after its time finds nobody who would mistake it for another. */
interface Pending {
  readonly asked: Asked;
  exchange?: Exchange;
  /** Why there is none. */
  failed?: string;
}

/** What the client's error says, without the request that stands for ours. */
function reasonOf(what: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${what}: ${message.replace(/^GET \/api\/v1\/projects: /, '')}`;
}
