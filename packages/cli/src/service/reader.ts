import { type EndpointName, endpoints, errorTexts, fillPath } from '@issue-tracking/model';
import { type ApiPath, IssueTrackingClient, isIssueTrackingError } from '@issue-tracking/sdk';
import { knownRedactor, redactor } from '@issue-tracking/sdk/internal';
import { isJsonObject, isTooDeep, type JsonObject, mapStrings } from '../platform/json.ts';
import { tooDeep } from './body.ts';
import { EndedEarly, Interrupted, UnusableResponse } from './ended-early.ts';
import type { ServiceOptions } from './service-options.ts';

interface ReaderOptions extends ServiceOptions {
  /** Requests a minute. */
  readonly rate: number;
}

/** The longest wait after a 429, in milliseconds. */
const maxRetryAfter = 15 * 60_000;

/** A success, its JSON without the credential. */
export interface Success {
  readonly json: unknown;
}

/** Reads a service as an application does: with the client's retries and waits, and its rules for complete lists. */
export class Reader {
  /** Number of requests sent. */
  requests = 0;
  /** Redacts the credential in any form, and texts that look like one. */
  readonly redact: (text: string) => string;
  /** Redacts the credential in a text to store. Other texts that look like credentials are data. */
  readonly #hideCredential: (text: string) => string;
  readonly #client: IssueTrackingClient;
  readonly #signal: AbortSignal;
  #isUnstable = false;

  /** @throws InvalidArgumentError for an invalid address or credential. */
  constructor({ baseUrl, credential, fetch, clock, rate, signal, onWait }: ReaderOptions) {
    this.#client = new IssueTrackingClient({
      baseUrl,
      ...credential,
      fetch,
      clock,
      retry: { maxRetryAfter },
      rateLimit: { requests: rate },
      logLevel: 'error',
      hooks: {
        onRequest: () => void this.requests++,
        onWait: ({ reason, waitMs = 0 }) =>
          reason === 'rate-limit' && onWait?.(waitMs, `limit of ${rate} requests per minute`),
        onRetry: ({ status, error, waitMs }) =>
          onWait?.(waitMs, status === 429 ? 'Retry-After of a 429' : `retry after ${status ?? error}`),
        onDrift: ({ kind }) => {
          this.#isUnstable ||= kind === 'unstable-list';
        },
      },
    });
    this.#signal = signal;
    // The client has validated the credential.
    this.redact = redactor(Object.values(credential));
    this.#hideCredential = knownRedactor(Object.values(credential));
  }

  /**
   * Reads an endpoint.
   *
   * @throws UnusableResponse if the service keeps sending anything else than an object, EndedEarly
   */
  async read(name: EndpointName, params: Readonly<Record<string, string>> = {}): Promise<Success> {
    const signal = this.#signal;
    // Every path of the table is below the root of the API.
    const path = fillPath(endpoints[name].path, params) as ApiPath;
    const json = await this.#read(this.#client.request('GET', path, { signal }));
    if (isJsonObject(json)) return { json };
    throw new UnusableResponse(`GET ${path}: the body of the response is not a JSON object`, 200);
  }

  /** Reads all issues of a list, once each. `isComplete`: false if it kept changing, so that issues may be missing. */
  async readList(projectId: string): Promise<{ readonly items: readonly JsonObject[]; readonly isComplete: boolean }> {
    const list = this.#client.issues.list(projectId, undefined, { signal: this.#signal });
    const items = (await this.#read(list.toArray())) as JsonObject[];
    return { items, isComplete: !this.#isUnstable };
  }

  /** Waits for a result of the client, and hides the credential in it. */
  async #read(result: Promise<unknown>): Promise<unknown> {
    const json = await result.catch((error: unknown) => {
      throw this.#signal.aborted ? new Interrupted(this.#signal) : endOf(error);
    });
    if (isTooDeep(json)) throw new UnusableResponse(tooDeep, 200);
    return mapStrings(json, this.#hideCredential);
  }
}

/** Returns what an error of the client means for a run. */
function endOf(error: unknown): unknown {
  if (!isIssueTrackingError(error)) return error;
  const { message, name } = error;
  switch (name) {
    case 'PermissionError':
      return new EndedEarly(`${message}. The scopes projects:read and issues:read are needed`);
    case 'NotFoundError':
      // ERR-3: a project that is gone says nothing of its issues.
      return error.error === errorTexts.projectNotFound ? new EndedEarly(message) : new UnusableResponse(message, 404);
    case 'AuthenticationError':
    case 'RateLimitError':
    case 'ConnectionError':
    case 'TimeoutError':
      return new EndedEarly(message);
    default:
      return new UnusableResponse(message, 'status' in error ? error.status : 0);
  }
}
