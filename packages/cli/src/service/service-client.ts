import { redactor } from '@issue-tracking/sdk/internal';
import { pluralize } from '../platform/pluralize.ts';
import { EndedEarly, Interrupted, UnusableResponse } from './ended-early.ts';
import { type Exchange, isFailure, retryAfter, type ServiceRequest } from './exchange.ts';
import { createSend, type Send } from './send.ts';
import type { ServiceOptions } from './service-options.ts';

interface ServiceClientOptions extends ServiceOptions {
  /** Called with each response. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/**
 * Client of a service under test, for which every response is a result. Sends one request at a time, at half the rate that
 * the service allows, and nothing after a rejected credential.
 */
export class ServiceClient {
  /** Number of requests sent. */
  requests = 0;
  /** A response that rejected the credential, although other responses accepted the same credential. */
  rejectedOnce: Exchange | undefined;
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
    this.#send = createSend(options, () => void this.requests++);
    // The client has validated the credential.
    this.redact = redactor(Object.values(options.credential));
  }

  /**
   * Sends a request and resolves to any response.
   *
   * @param signal Replaces the run's signal, for requests that must be sent even if the run ends.
   * @throws EndedEarly without a response, and after a response that ends the run.
   */
  async request(request: ServiceRequest, signal = this.#options.signal): Promise<Exchange> {
    if (this.#stopped) throw this.#stopped;
    const exchange = await this.#sendOne(request, signal);
    const { status, method, path } = exchange;
    // Without the credential, a 401 or a 429 says nothing about it.
    if (request.anonymous) return exchange;
    if (status < 400) this.#accepted = request;
    if (status === 401) this.#stopped = await this.#toRejection(exchange, signal);
    if (status === 429) {
      const seconds = Math.ceil((retryAfter(exchange) ?? 60_000) / 1000);
      this.#stopped = new EndedEarly(
        `${method} ${path} returned 429: the request rate of the credential is used up; retry in ${pluralize(seconds, 'second')}`,
      );
    }
    if (this.#stopped) throw this.#stopped;
    return exchange;
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

  async #sendOne(request: ServiceRequest, signal: AbortSignal): Promise<Exchange> {
    const { method = 'GET', path, body, anonymous } = request;
    const { problem, ...received } = await this.#send(request, signal);
    // An issue is restored whatever the service sends.
    if (problem && signal === this.#options.signal)
      throw new UnusableResponse(`${method} ${path}: ${problem}`, received.status);
    const exchange = { method, path, sent: body && new TextDecoder().decode(body), anonymous, ...received };
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
        return new EndedEarly(`${what} returned 401, although other paths accept the credential`);
      }
    }
    return new EndedEarly(`${what} returned 401: credential ${known ? 'no longer accepted' : 'rejected'}; stopping`);
  }
}
