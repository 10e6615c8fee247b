import type {
  CapturedData,
  ConsoleLog,
  ConsoleLogsOptions,
  Issue,
  IssueListOptions,
  IssueUpdate,
  List,
  NetworkLog,
  Screenshot,
  TechContext,
  UpdatedIssue,
  UserAction,
} from '@issue-tracking/model';
import { type ApiPromise, apiPromise, callEndpoint, callForItem, prepare } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import type { Contexts } from '../call/contexts.ts';
import { rethrow } from '../errors/rethrow.ts';
import { Comments } from './comments.ts';
import { type ContextOptions, type ContextPart, type IssueContext, issueContext } from './issue-context.ts';
import { IssueList } from './issue-list.ts';
import { readIssue } from './read-issue.ts';
import { updateIssue } from './update-issue.ts';
import { type AwaitedStatus, type WaitForOptions, waitForIssue } from './wait-for-issue.ts';

/** The issues of a project. */
// A class without a method for a captured part doesn't compile.
export class Issues implements Record<keyof CapturedData, (projectId: string, issueNumber: number) => object> {
  readonly #contexts: Contexts;
  /** The comments on issues. */
  readonly comments: Comments;

  private constructor(contexts: Contexts) {
    this.#contexts = contexts;
    this.comments = Comments.of(contexts);
  }

  /** @internal The class is exported, but only a client can make one. */
  static of(contexts: Contexts): Issues {
    // `this`, because the build renames a class that names itself, and inspected objects would show it.
    return new this(contexts);
  }

  get #client(): ClientContext {
    return this.#contexts.current;
  }

  /**
   * Lists, filters and searches the issues of a project. Nothing is sent until you await the result, for one page, or
   * iterate over it, for all issues.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param query Filters, search, and `page` and `limit`: at most 100 issues a page. Without it, all issues.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const page = await client.issues.list('prj_web', { status: 'open', limit: 50 });
   * for (const issue of page) console.log(issue.issueNumber, page.total);
   *
   * for await (const issue of client.issues.list('prj_web', { status: 'open' })) console.log(issue.issueNumber);
   */
  list(projectId: string, query?: IssueListOptions, options?: RequestOptions): IssueList {
    // enforces EP-5, EP-6, EP-7
    return IssueList.of(this.#contexts, projectId, query, options);
  }

  /**
   * Reads one issue.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const issue = await client.issues.get('prj_web', 7);
   *
   * @throws NotFoundError if the issue doesn't exist or belongs to another organization. The service doesn't say which.
   */
  get(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<Issue> {
    // enforces EP-8
    const params = { projectId, issueNumber };
    return apiPromise(() => {
      const client = this.#client;
      const { settings, request } = prepare(client, 'issues.get', { params }, options);
      return readIssue(client, params, settings, request);
    });
  }

  /**
   * Changes the status or priority of an issue. The API can't set the statuses `verified` and `closed`: they don't
   * compile, and the call rejects before anything is sent.
   *
   * When the response is lost, the client reads the issue before it sends the update again. If the issue has the new
   * values, the call resolves. If it is unchanged since the first sending, the update is sent again. Otherwise the
   * call rejects with `mayHaveBeenApplied: true`, so that a change by another user stays. One case remains: if the
   * service applies the first update only after that read, the update overwrites any change in between. With
   * `retry: false`, the client never resends the update after a lost response.
   *
   * The credential needs the scope `issues:write`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param changes A new `status`, `priority` or both.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const { updatedAt } = await client.issues.update('prj_web', 7, { status: 'in_progress' });
   *
   * @throws InvalidArgumentError if the status can't be set through the API; nothing is sent then.
   */
  update(
    projectId: string,
    issueNumber: number,
    changes: IssueUpdate,
    options?: RequestOptions,
  ): ApiPromise<UpdatedIssue> {
    // enforces EP-9, STA-3, STA-4
    const client = this.#client;
    return apiPromise(() => updateIssue(client, { projectId, issueNumber }, changes, options));
  }

  /**
   * Reads the console messages captured with an issue, of one level or all.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param query A `level`, such as `error`. Without it, all levels.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const { data } = await client.issues.consoleLogs('prj_web', 7, { level: 'error' });
   */
  consoleLogs(
    projectId: string,
    issueNumber: number,
    query?: ConsoleLogsOptions,
    options?: RequestOptions,
  ): ApiPromise<List<ConsoleLog>> {
    // enforces EP-13
    return callEndpoint(this.#client, 'issues.consoleLogs', { params: { projectId, issueNumber }, query }, options);
  }

  /**
   * Reads the network requests captured with an issue. The specification doesn't name the unit of `duration`.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const { data } = await client.issues.networkLogs('prj_web', 7);
   * const failed = data.filter(({ status }) => status >= 400);
   */
  networkLogs(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<NetworkLog>> {
    // enforces EP-14
    return callEndpoint(this.#client, 'issues.networkLogs', { params: { projectId, issueNumber } }, options);
  }

  /**
   * Lists the screenshots captured with an issue. The `url` of a screenshot is on a file host. Don't send a
   * credential of this API there.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const { data } = await client.issues.screenshots('prj_web', 7);
   */
  screenshots(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<Screenshot>> {
    // enforces EP-15
    return callEndpoint(this.#client, 'issues.screenshots', { params: { projectId, issueNumber } }, options);
  }

  /**
   * Reads the browser, page element and component that an issue was reported on. The result is `null` if nothing was
   * captured. Some services respond with 404 instead; then the call rejects with a `NotFoundError`.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const techContext = await client.issues.techContext('prj_web', 7);
   * console.log(techContext?.cssSelector, techContext?.reactComponentTree);
   */
  techContext(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<TechContext | null> {
    // enforces EP-16
    return callForItem(this.#client, 'issues.techContext', { params: { projectId, issueNumber } }, options);
  }

  /**
   * Reads the reporter's actions before the report. Other `type`s than the known ones may occur.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const { data } = await client.issues.userActions('prj_web', 7);
   */
  userActions(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<UserAction>> {
    // enforces EP-17
    return callEndpoint(this.#client, 'issues.userActions', { params: { projectId, issueNumber } }, options);
  }

  /**
   * Reads an issue, its comments and everything captured with it, with a request each. Screenshots and user
   * actions are not read if the issue counts none. With `include`, only the named parts are read. If something wasn't
   * captured, its list is empty, or `techContext` is `null`. If one request fails, the others are aborted, and the call
   * rejects with the error of the failed request. `withResponse()` has the response of the issue itself.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param options `include`, the parts to read, and options of each request, instead of the client's.
   *
   * @example
   * const { issue, comments, techContext } = await client.issues.context('prj_web', 7, {
   *   include: ['comments', 'techContext'],
   * });
   * console.log(issue.title, comments.length, techContext?.cssSelector);
   */
  context(
    projectId: string,
    issueNumber: number,
    options?: ContextOptions & { include?: undefined },
  ): ApiPromise<IssueContext>;
  context<Part extends ContextPart>(
    projectId: string,
    issueNumber: number,
    options: ContextOptions<Part>,
  ): ApiPromise<Pick<IssueContext, 'issue' | Part>>;
  context(projectId: string, issueNumber: number, options?: ContextOptions): ApiPromise<Partial<IssueContext>> {
    const client = this.#client;
    return apiPromise(() => issueContext(client, { projectId, issueNumber }, options));
  }

  /**
   * Polls an issue until it has a status, or one of several, and resolves with the issue. The wait between two reads
   * grows from `interval` to six times `interval`. A status that changes again between two reads is missed.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param until The `status`, or a list of statuses of which any ends the wait.
   * @param options `interval` and `deadline` of the wait, and options of each read.
   *
   * @example
   * const issue = await client.issues.waitFor('prj_web', 7, { status: ['verified', 'closed'] }, { interval: 5_000 });
   *
   * @throws TimeoutError if the issue doesn't get the status within `deadline`, by default 15 minutes.
   */
  waitFor(projectId: string, issueNumber: number, until: AwaitedStatus, options?: WaitForOptions): Promise<Issue> {
    const waiting = waitForIssue(this.#client, { projectId, issueNumber }, until, options);
    return waiting.then(({ data }) => data, rethrow);
  }
}
