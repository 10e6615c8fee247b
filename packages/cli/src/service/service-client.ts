import { limits } from '@issue-tracking/model';
import { type Clock, isIssueTrackingError } from '@issue-tracking/sdk';
import { createSender, knownRedactor, redactor, type Send } from '@issue-tracking/sdk/internal';
import { pluralize } from '../platform/pluralize.ts';
import { decodeBody } from './body.ts';
import { EndedEarly, Interrupted, UnusableResponse } from './ended-early.ts';
import { type Exchange, isFailure, retryAfter, type ServiceRequest } from './exchange.ts';

/** Half of the service's limit, so that other users of the credential are not affected. */
export const defaultRate = limits.requests / 2;

/** The credential of the caller. */
export type ServiceCredential = { readonly apiKey: string } | { readonly accessToken: string };

export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly credential: ServiceCredential;
  readonly fetch?: typeof fetch | undefined;
  readonly clock: Clock;
  /** Requests a minute. */
  readonly rate?: number | undefined;
  /** Aborts when the run must end. */
  readonly signal: AbortSignal;
  /** Whether to wait after a 429. By default, a 429 ends the run. */
  readonly waitsAfter429?: boolean | undefined;
  /** Called with each response. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Called with the milliseconds of a wait, and the reason. */
  readonly onWait?: ((ms: number, why: string) => void) | undefined;
}

/** The longest wait after a 429, in milliseconds. */
const maxWaitMs = 15 * 60_000;

/**
 * Client of the service under test. Sends one request at a time, by default at half the rate that the service allows, and
 * nothing after a rejected credential.
 */
export class ServiceClient {
  /** Number of requests sent. */
  requests = 0;
  /** A response that rejected the credential, although other responses accepted the same credential. */
  rejectedOnce: Exchange | undefined;
  /** Redacts the credential in a text to store. Other texts that look like credentials are data. */
  readonly hideCredential: (text: string) => string;
  /** Redacts the credential in any form, and texts that look like one. */
  readonly redact: (text: string) => string;
  readonly #options: ServiceClientOptions;
  readonly #send: Send;
  #stopped: EndedEarly | undefined;
  /** The last request whose credential was accepted. */
  #accepted: ServiceRequest | undefined;

  /** @throws InvalidArgumentError for an invalid address or credential. */
  constructor(options: ServiceClientOptions) {
    this.#options = options;
    const { baseUrl, credential, fetch, clock, rate = defaultRate, onWait } = options;
    this.#send = createSender({
      baseUrl,
      credential,
      fetch,
      clock,
      rateLimit: { requests: rate },
      hooks: {
        onRequest: () => void this.requests++,
        onWait: ({ waitMs = 0 }) => onWait?.(waitMs, `limit of ${rate} requests per minute`),
      },
    });
    // The sender has validated the credential.
    this.redact = redactor(Object.values(credential));
    this.hideCredential = knownRedactor(Object.values(credential));
  }

  /**
   * Sends a request and resolves to any response.
   *
   * @param signal Replaces the run's signal, for requests that must be sent even if the run ends.
   * @throws EndedEarly without a response, and after a response that ends the run.
   */
  async request(request: ServiceRequest, signal = this.#options.signal): Promise<Exchange> {
    for (;;) {
      const exchange = await this.#exchange(request, signal);
      // A 429 without the credential says nothing about the credential's rate.
      if (exchange.status !== 429 || request.anonymous) return exchange;
      await this.#waitAfter429(exchange, signal);
    }
  }

  /** Sends a read. Retries the read twice after a failure of the service. */
  async read(request: ServiceRequest): Promise<Exchange> {
    let exchange = await this.request(request);
    for (let retries = 0; isFailure(exchange) && retries < 2; retries++) {
      await this.pause(1000);
      exchange = await this.request(request);
    }
    return exchange;
  }

  /** Waits. @throws Interrupted if the run must end. */
  async pause(ms: number, signal = this.#options.signal): Promise<void> {
    await this.#options.clock.sleep(ms, signal).catch(() => undefined);
    if (signal.aborted) throw new Interrupted(signal);
  }

  async #exchange(request: ServiceRequest, signal: AbortSignal): Promise<Exchange> {
    if (this.#stopped) throw this.#stopped;
    const exchange = await this.#sendOne(request, signal);
    if (exchange.status !== 401 || request.anonymous) {
      if (exchange.status < 400 && !request.anonymous) this.#accepted = request;
      return exchange;
    }
    throw await this.#toRejection(exchange, signal);
  }

  async #sendOne(request: ServiceRequest, signal: AbortSignal): Promise<Exchange> {
    const { method = 'GET', path, body, anonymous } = request;
    const response = await this.#send({ ...request, method }, signal).catch((error: unknown) => {
      if (!isIssueTrackingError(error)) throw error;
      throw signal.aborted ? new Interrupted(signal) : new EndedEarly(error.message);
    });
    const { problem, ...received } = decodeBody(response);
    // An issue is restored whatever the service sends.
    if (problem && signal === this.#options.signal)
      throw new UnusableResponse(`${method} ${path}: ${problem}`, response.status);
    const { status, headers } = response;
    const sent = typeof body === 'string' ? body : body && new TextDecoder().decode(body);
    const exchange = { method, path, sent, anonymous, status, headers, ...received };
    if (!problem) this.#options.onExchange?.(exchange);
    return exchange;
  }

  /** Determines whether the service rejects the credential or only one path, by repeating the last accepted request, if any. */
  async #toRejection(exchange: Exchange, signal: AbortSignal): Promise<EndedEarly> {
    const what = `${exchange.method} ${exchange.path}`;
    const known = this.#accepted;
    if (known) {
      const repeated = await this.#sendOne(known, signal);
      if (repeated.status < 400) {
        this.rejectedOnce = exchange;
        this.#stopped = new EndedEarly(`${what} returned 401, although other paths accept the credential`);
        return this.#stopped;
      }
    }
    this.#stopped = new EndedEarly(
      `${what} returned 401: credential ${known ? 'no longer accepted' : 'rejected'}; stopping`,
    );
    return this.#stopped;
  }

  async #waitAfter429(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const what = `${exchange.method} ${exchange.path}`;
    const ms = retryAfter(exchange) ?? 60_000;
    const seconds = Math.ceil(ms / 1000);
    if (!this.#options.waitsAfter429 || ms > maxWaitMs) {
      this.#stopped = new EndedEarly(
        `${what} returned 429: the request rate of the credential is used up; retry in ${pluralize(seconds, 'second')}`,
      );
      throw this.#stopped;
    }
    this.#options.onWait?.(ms, 'Retry-After of a 429');
    await this.pause(ms, signal);
  }
}
