import { type Clock, IssueTrackingClient } from '@issue-tracking/sdk';

/** The run can't go on: the message says why. What was found until then counts. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Half of what the service allows: whoever else uses the key must not notice. */
export const requestsAMinute = 50;

/** A request, exactly as it is to be sent. */
export interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'PATCH' | 'POST' | undefined;
  /** Below the base URL, with its query. */
  readonly path: string;
  /** Sent as it is. */
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Leaves the credential out. */
  readonly anonymous?: true | undefined;
}

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  /** The body that was sent. */
  readonly sent?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The answer as JSON; `undefined` where it is none. */
  readonly json: unknown;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch | undefined;
  readonly clock?: Clock | undefined;
  /** Aborts when the run is to end. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a run before this one may have used up the rate a moment ago. */
  readonly resumed?: boolean | undefined;
  /** Told of each answer. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/**
 * The service under test. Each request goes through the SDK, which keeps the rate and guards the key, and leaves it as
 * it was asked for: with parameters twice, without a content type, in whatever form the SDK itself would never send.
 * One request at a time. After a 429, or when the key is refused, nothing more is sent.
 */
export class Service {
  /** How many requests were sent. */
  requests = 0;
  readonly #options: ServiceOptions;
  readonly #client: IssueTrackingClient;
  #asked: Asked = { path: '' };
  #answer: Exchange | undefined;
  #stopped: string | undefined;

  /** @throws InvalidArgumentError for an address or a key that can't be one. */
  constructor(options: ServiceOptions) {
    this.#options = options;
    const { baseUrl, apiKey, clock, resumed } = options;
    this.#client = new IssueTrackingClient({
      baseUrl,
      apiKey,
      ...(clock && { clock }),
      retry: false,
      rateLimit: { requests: requestsAMinute, startUp: resumed ? 'assume-full' : 'assume-empty' },
      fetch: (input, init) => this.#send(String(input), init),
    });
  }

  /**
   * Sends a request and resolves to whatever is answered.
   *
   * @param signal Instead of the run's own: what has to be done although the run is to end.
   * @throws Stopped when there is no answer, or one after which nothing more may be sent.
   */
  async ask(asked: Asked, signal = this.#options.signal): Promise<Exchange> {
    if (this.#stopped !== undefined) throw new Stopped(this.#stopped);
    this.#asked = asked;
    this.#answer = undefined;
    const what = `${asked.method ?? 'GET'} ${asked.path}`;
    try {
      await this.#client.request('GET', '/api/v1/projects', { signal });
    } catch (error) {
      if (!this.#answer) throw new Stopped(signal?.aborted ? 'it was interrupted' : reasonOf(what, error));
    }
    // It was assigned by `#send`, which TypeScript can't see.
    const answer = this.#answer as Exchange | undefined;
    if (!answer) throw new Stopped(`${what} was not sent`);
    this.#options.onExchange?.(answer);
    if (answer.status === 429) throw this.#stop(rateIsUsedUp(what, answer));
    if (answer.status === 401 && !asked.anonymous) {
      throw this.#stop(`${what} was answered 401: the key is not accepted, and is not tried again`);
    }
    return answer;
  }

  get(path: string): Promise<Exchange> {
    return this.ask({ path });
  }

  /** Repeats a read that met a failure of the service, once. */
  async read(asked: Asked): Promise<Exchange> {
    const first = await this.ask(asked);
    return first.status >= 500 ? this.ask(asked) : first;
  }

  #stop(why: string): Stopped {
    this.#stopped = why;
    return new Stopped(why);
  }

  /** Sends what was asked for in place of the client's own request, with the client's credential. */
  async #send(_url: string, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET', path, body, headers: added, anonymous } = this.#asked;
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
    const text = this.#redacted(await response.text());
    const { status } = response;
    this.#answer = { method, path, sent: body, status, headers: response.headers, text, json: parsed(text) };
    // A 401 to a request without a key says nothing of the key, which the client would think.
    const told = status === 401 && anonymous ? 404 : status;
    const retryAfter = response.headers.get('retry-after');
    return new Response('{}', {
      status: told < 400 ? 200 : told,
      headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    });
  }

  /** Answers are shown as evidence and kept in files: no key may be in them. */
  #redacted(text: string): string {
    return text.replaceAll(this.#options.apiKey, 'svc_…');
  }
}

function rateIsUsedUp(what: string, { headers }: Exchange): string {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(seconds) && seconds > 0 ? `${seconds} seconds` : 'a minute';
  return `${what} was answered 429 (start again in ${wait}): the key's request rate is used up`;
}

/** What the client's error says, without the request that stands for ours. */
function reasonOf(what: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${what}: ${message.replace(/^GET \/api\/v1\/projects: /, '')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
