import type { ErrorDetail } from '@issue-tracking/model';
import { type ApiPromise, apiPromise } from './call/call-endpoint.ts';
import type { Contexts } from './call/contexts.ts';
import type { CloseOptions } from './call/lifetime.ts';
import { InvalidArgumentError } from './errors/client-errors.ts';
import type { RateLimitState } from './gate/settings.ts';
import { rateLimitState } from './gate/source.ts';
import type { ClientOptions } from './options/client-options.ts';
import { createContexts } from './options/create-client-context.ts';
import { type ApiPath, type Method, type RawRequestOptions, rawRequest } from './raw-request/raw-request.ts';
import { Issues } from './resources/issues.ts';
import { Projects } from './resources/projects.ts';
import { checkOptions } from './validation/option-table.ts';

/**
 * A client of the Issue Tracking Public API v1. Create one for each credential and keep it. It stays under the rate
 * limit, protects the credential from lockout, retries calls that are safe to retry and checks every response. A call
 * that fails rejects with an `IssueTrackingError`; an aborted call with an `AbortError`.
 *
 * @example
 * const client = new IssueTrackingClient({ baseUrl: 'https://issues.example', apiKey: 'svc_…' });
 * for await (const issue of client.issues.list('prj_web', { status: 'open' })) console.log(issue.title);
 *
 * @throws InvalidArgumentError if an option is wrong; it names the option and never quotes a credential.
 */
export class IssueTrackingClient {
  /** The projects that the credential may see. */
  readonly projects: Projects;
  /** Issues, their comments, and everything captured with them. */
  readonly issues: Issues;
  readonly #contexts: Contexts;

  /**
   * @param options Without `baseUrl`, `apiKey` and `accessToken`, the environment variables `ISSUE_TRACKING_BASE_URL`
   * and `ISSUE_TRACKING_API_KEY` are read.
   */
  constructor(options?: ClientOptions) {
    this.#contexts = createContexts(options ?? {});
    this.projects = Projects.of(this.#contexts);
    this.issues = Issues.of(this.#contexts);
  }

  /** How much of the rate limit is used, how many calls are queued, and until when the service's 429 pauses them. */
  get rateLimit(): RateLimitState {
    const { source, limits } = this.#contexts.current;
    return rateLimitState(source, limits.limit);
  }

  /**
   * Sends a request to a path that the client has no method for, with the same rate limit, retries and errors. Resolves
   * with the whole JSON body, checked by `schema` if there is one; `undefined` for an empty body.
   *
   * A POST is never repeated once it may have been sent; GET, PUT, PATCH and DELETE are, so turn `retry` off for a PATCH
   * that adds to a value.
   *
   * @param method The HTTP method.
   * @param path Begins with `/api/v1/`, with variable parts encoded. Empty segments, dot segments, a query and an origin
   * are rejected.
   * @param options `query`, `body` and `schema`, and options of this call, instead of the client's.
   *
   * @example
   * const { data } = await client.request('GET', '/api/v1/projects/prj_web/issues/7/performance', {
   *   schema: z.object({ data: z.array(z.object({ name: z.string() })) }),
   * });
   *
   * @throws UnexpectedResponseError if the body doesn't match `schema`.
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
    return apiPromise(() => rawRequest(this.#contexts.current, method, path, options));
  }

  /**
   * Shuts the client down. Calls that have sent nothing, and later ones, reject with an `AbortError`, `sent: false`. Calls
   * that have begun run to their end, with all their requests but without retries. An iteration and a `waitFor` reject
   * with an `AbortError` after the request in flight. Other clients with the same credential are not affected.
   *
   * @param options `deadline`: aborts what is left after this time, in milliseconds from 0, and at once the reads that the rate
   * limit holds up for longer. By default none.
   *
   * @returns a promise that resolves when all calls have ended.
   *
   * @example
   * process.once('SIGTERM', () => void client.close({ deadline: 10_000 }));
   */
  async close(options: CloseOptions = {}): Promise<void> {
    const details: ErrorDetail[] = [];
    checkOptions('close', options, details);
    if (details.length > 0) throw new InvalidArgumentError({ details });
    await this.#contexts.close(options);
  }

  /**
   * Closes the client at the end of a block.
   *
   * @example
   * await using client = new IssueTrackingClient();
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
