import { type Clock, isIssueTrackingError } from '@issue-tracking/sdk';
import { createSender, knownRedactor, redactor, type Send } from '@issue-tracking/sdk/internal';
import { decodeBody } from './body.ts';
import { EndedEarly, Interrupted } from './ended-early.ts';
import { type Exchange, isFailure, retryAfter, type ServiceRequest } from './exchange.ts';

/** Half of the service's limit: other users of the credential must not notice. */
export const requestsPerMinute = 50;

/** The credential of the caller. */
export type ServiceCredential = { readonly apiKey: string } | { readonly accessToken: string };

export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly credential: ServiceCredential;
  readonly fetch?: typeof fetch | undefined;
  readonly clock: Clock;
  /** Aborts when the run is to end. */
  readonly signal: AbortSignal;
  /** Whether a run before this one may have used up the rate a moment ago. */
  readonly resumed?: boolean | undefined;
  /** Whether a 429 is waited out. Otherwise it ends the run. */
  readonly waitsAfter429?: boolean | undefined;
  /** Called with each response. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Called with the milliseconds for which nothing can be sent, and the reason. */
  readonly onWait?: ((ms: number, why: string) => void) | undefined;
}

/** The longest that a 429 is waited out, in milliseconds. */
const maxWaitMs = 15 * 60_000;

/**
 * The service under test, which receives one request at a time. Requests keep half of the rate that it allows. After a
 * credential is rejected, nothing more is sent.
 */
export class ServiceClient {
  /** How many requests were sent. */
  requests = 0;
  /** A response that refused the credential although others accept it. */
  rejectedOnce: Exchange | undefined;
  /** Hides the credential in a text, as it can be kept: whatever else looks like one is data. */
  readonly hideCredential: (text: string) => string;
  /** Hides the credential, in whatever form it was repeated, and what looks like one. */
  readonly redact: (text: string) => string;
  readonly #options: ServiceClientOptions;
  readonly #send: Send;
  #stopped: EndedEarly | undefined;
  /** The last request that the credential was accepted for. */
  #accepted: ServiceRequest | undefined;

  /** @throws InvalidArgumentError for an address or a credential that can't be one. */
  constructor(options: ServiceClientOptions) {
    this.#options = options;
    const { baseUrl, credential, fetch, clock, resumed, onWait } = options;
    this.redact = redactor(Object.values(credential));
    this.hideCredential = knownRedactor(Object.values(credential));
    this.#send = createSender({
      baseUrl,
      credential,
      fetch,
      clock,
      rateLimit: { requests: requestsPerMinute, startUp: resumed ? 'assume-full' : 'assume-empty' },
      hooks: {
        onRequest: () => void this.requests++,
        onWait: ({ waitMs = 0 }) => onWait?.(waitMs, `at most ${requestsPerMinute} requests a minute are sent`),
      },
    });
  }

  /**
   * Sends a request and resolves to whatever is responded.
   *
   * @param signal Instead of the run's own: what has to be done although the run is to end.
   * @throws EndedEarly when there is no response, or one after which nothing more may be sent.
   */
  async request(asked: ServiceRequest, signal = this.#options.signal): Promise<Exchange> {
    for (;;) {
      const exchange = await this.#exchange(asked, signal);
      // A request without the credential says nothing about its rate.
      if (exchange.status !== 429 || asked.anonymous) return exchange;
      await this.#waitAfter429(exchange, signal);
    }
  }

  /** Repeats a read that met a failure of the service, twice. */
  async read(asked: ServiceRequest): Promise<Exchange> {
    let exchange = await this.request(asked);
    for (let again = 0; isFailure(exchange) && again < 2; again++) {
      await this.pause(1000);
      exchange = await this.request(asked);
    }
    return exchange;
  }

  /** Waits, unless the run is to end. */
  async pause(ms: number, signal = this.#options.signal): Promise<void> {
    await this.#options.clock.sleep(ms, signal).catch(() => undefined);
    if (signal.aborted) throw new Interrupted(signal);
  }

  async #exchange(asked: ServiceRequest, signal: AbortSignal): Promise<Exchange> {
    if (this.#stopped) throw this.#stopped;
    const exchange = await this.#sendOne(asked, signal);
    if (exchange.status !== 401 || asked.anonymous) {
      if (exchange.status < 400 && !asked.anonymous) this.#accepted = asked;
      return exchange;
    }
    throw await this.#toRejection(exchange, signal);
  }

  async #sendOne(asked: ServiceRequest, signal: AbortSignal): Promise<Exchange> {
    const { method = 'GET', path, body, anonymous } = asked;
    const response = await this.#send({ ...asked, method }, signal).catch((error: unknown) => {
      if (!isIssueTrackingError(error)) throw error;
      throw signal.aborted ? new Interrupted(signal) : new EndedEarly(error.message);
    });
    const received = decodeBody(response);
    if (typeof received === 'string') throw new EndedEarly(`${method} ${path}: ${received}`);
    const { status, headers } = response;
    const sent = typeof body === 'string' ? body : body && new TextDecoder().decode(body);
    const exchange = { method, path, sent, anonymous, status, headers, ...received };
    this.#options.onExchange?.(exchange);
    return exchange;
  }

  /** One rejection may concern a single path: a credential that was accepted before gets one more request, and no other. */
  async #toRejection(exchange: Exchange, signal: AbortSignal): Promise<EndedEarly> {
    const what = `${exchange.method} ${exchange.path}`;
    const known = this.#accepted;
    if (known) {
      const again = await this.#sendOne(known, signal);
      if (again.status < 400) {
        this.rejectedOnce = exchange;
        this.#stopped = new EndedEarly(`${what} was answered 401, although the credential is accepted elsewhere`);
        return this.#stopped;
      }
    }
    const still = known ? 'no longer' : 'not';
    this.#stopped = new EndedEarly(
      `${what} was answered 401: the credential is ${still} accepted, and is not tried again`,
    );
    return this.#stopped;
  }

  async #waitAfter429(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const what = `${exchange.method} ${exchange.path}`;
    const ms = retryAfter(exchange) ?? 60_000;
    const seconds = Math.ceil(ms / 1000);
    if (!this.#options.waitsAfter429 || ms > maxWaitMs) {
      this.#stopped = new EndedEarly(
        `${what} was answered 429: the request rate of the credential is used up; start again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
      );
      throw this.#stopped;
    }
    this.#options.onWait?.(ms, 'the service asked to wait');
    await this.pause(ms, signal);
  }
}
