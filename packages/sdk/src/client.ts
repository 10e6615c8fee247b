import { type ApiPromise, apiPromise } from './call/call-endpoint.ts';
import type { Core } from './call/core.ts';
import type { ClientOptions } from './options/client-options.ts';
import { createCore } from './options/create-core.ts';
import type { RateLimitState } from './rate-limit/rate-limit.ts';
import { type ApiPath, type Method, type RawRequestOptions, rawRequest } from './raw-request/raw-request.ts';
import { Issues } from './resources/issues.ts';
import { Projects } from './resources/projects.ts';

/**
 * A client of the Issue Tracking Public API v1. Make one for each credential and keep it: it keeps under the request
 * rate, protects the credential from lockout, retries what is safe to retry and checks every answer. A call that fails
 * rejects with an `IssueTrackingError`; one that is aborted, with the reason of its signal.
 *
 * @example
 * const client = new IssueTrackingClient({ baseUrl: 'https://issues.example', apiKey: 'svc_…' });
 * for await (const issue of client.issues.list('prj_web', { status: 'open' })) console.log(issue.title);
 *
 * @throws InvalidArgumentError when an option is wrong; it names the option and never quotes a credential.
 */
export class IssueTrackingClient {
  readonly projects: Projects;
  readonly issues: Issues;
  readonly #core: Core;

  constructor(options?: ClientOptions) {
    this.#core = createCore(options ?? {});
    this.projects = new Projects(this.#core);
    this.issues = new Issues(this.#core);
  }

  /** How much of the request rate is used, how many calls wait for their turn, and until when nothing is sent. */
  get rateLimit(): RateLimitState {
    return this.#core.queue.state(this.#core.terms);
  }

  /**
   * Sends a request to a path that has no method of its own, with everything that protects the others. Resolves with
   * the whole JSON body, checked by `schema` when there is one; `undefined` for an empty body.
   *
   * `path` begins with `/api/v1/`, encoded; empty and dot segments, a query (give `query`) and an origin are refused.
   * POST is never repeated once it may have been sent; GET, PUT, PATCH and DELETE are, so turn `retry` off for a PATCH
   * that adds to a value.
   *
   * @example
   * const { data } = await client.request('GET', '/api/v1/projects/prj_web/issues/7/performance', {
   *   schema: z.object({ data: z.array(z.object({ name: z.string() })) }),
   * });
   *
   * @throws UnexpectedResponseError when the body is not what `schema` asks for.
   */
  request<Output = unknown>(
    method: 'GET',
    path: ApiPath,
    options?: RawRequestOptions<Output> & { body?: undefined },
  ): ApiPromise<Output>;
  request<Output = unknown>(
    method: Exclude<Method, 'GET'>,
    path: ApiPath,
    options?: RawRequestOptions<Output>,
  ): ApiPromise<Output>;
  request<Output = unknown>(method: Method, path: ApiPath, options?: RawRequestOptions<Output>): ApiPromise<Output> {
    return apiPromise(rawRequest(this.#core, method, path, options));
  }

  /**
   * Ends the client: nothing more is sent. Calls that wait reject with an `AbortError`, as do those that are made later;
   * `sent: false` tells those of which nothing went out. Resolves when what is under way has ended. Other clients with
   * the same credential go on.
   *
   * @example
   * process.once('SIGTERM', () => client.close());
   */
  async close(): Promise<void> {
    const { lifetime, queue, terms } = this.#core;
    const atRest = lifetime.close();
    queue.close(terms, lifetime.closing.reason);
    await atRest;
  }
}
