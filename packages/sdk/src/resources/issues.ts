import type {
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
import { type ApiPromise, apiPromise, callEndpoint, callForItem } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';
import { Comments } from './comments.ts';
import { type ContextOptions, type IssueContext, issueContext } from './issue-context.ts';
import { IssueList } from './issue-list.ts';
import { readIssue } from './read-issue.ts';
import { updateIssue } from './update-issue.ts';
import { type AwaitedStatus, type WaitForOptions, waitForIssue } from './wait-for-issue.ts';

/** The issues of a project. */
export class Issues {
  readonly #core: Core;
  readonly comments: Comments;

  /** @internal */
  constructor(core: Core) {
    this.#core = core;
    this.comments = new Comments(core);
  }

  /**
   * Lists, filters and searches the issues of a project. Nothing is sent until the result is awaited,
   * for one page, or iterated, for all of them. A page has at most 100 issues.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const page = await client.issues.list('prj_web', { status: 'open', limit: 50 });
   * console.log(page.total, page.hasNextPage());
   *
   * for await (const issue of client.issues.list('prj_web', { status: 'open' })) console.log(issue.issueNumber);
   */
  list(projectId: string, query?: IssueListOptions, options?: RequestOptions): IssueList {
    // enforces EP-5, EP-6, EP-7
    return IssueList.of(this.#core, projectId, query, options);
  }

  /**
   * Reads one issue.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const issue = await client.issues.get('prj_web', 7);
   *
   * @throws NotFoundError when it does not exist or is another organization's: the service does not tell which.
   */
  get(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<Issue> {
    // enforces EP-8
    return apiPromise(readIssue(this.#core, { projectId, issueNumber }, options));
  }

  /**
   * Changes the status or priority of an issue. `verified` and `closed` cannot be set through the API: they don't
   * compile, and are refused before anything is sent.
   *
   * When the response is lost, the issue is read before the update is sent again. It is as asked: done. Nobody has
   * changed it since the first sending: the update is sent again. Anything else rejects with `mayHaveBeenApplied:
   * true`, so that what a person has set meanwhile stays. The limit: a lost update that the service applies late, after
   * that read, still overwrites what was set in between; `retry: false` leaves the decision to you.
   *
   * The credential needs the scope `issues:write`.
   *
   * @example
   * const { updatedAt } = await client.issues.update('prj_web', 7, { status: 'in_progress' });
   *
   * @throws InvalidArgumentError when the status is one that can't be set; nothing is sent then.
   */
  update(
    projectId: string,
    issueNumber: number,
    changes: IssueUpdate,
    options?: RequestOptions,
  ): ApiPromise<UpdatedIssue> {
    // enforces EP-9, STA-3, STA-4
    return apiPromise(updateIssue(this.#core, { projectId, issueNumber }, changes, options));
  }

  /**
   * Reads the console messages captured with an issue, of one level or all.
   *
   * The credential needs the scope `issues:read`.
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
    const args = { params: { projectId, issueNumber }, query };
    // enforces EP-13
    return apiPromise(callEndpoint(this.#core, 'issues.consoleLogs', args, options));
  }

  /**
   * Reads the network requests captured with an issue. The specification does not say in which unit `duration` is.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const { data } = await client.issues.networkLogs('prj_web', 7);
   * const failed = data.filter(({ status }) => status >= 400);
   */
  networkLogs(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<NetworkLog>> {
    const args = { params: { projectId, issueNumber } };
    // enforces EP-14
    return apiPromise(callEndpoint(this.#core, 'issues.networkLogs', args, options));
  }

  /**
   * Lists the screenshots captured with an issue. Their `url` is on a file host that takes no credential of
   * this API.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const { data } = await client.issues.screenshots('prj_web', 7);
   */
  screenshots(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<Screenshot>> {
    const args = { params: { projectId, issueNumber } };
    // enforces EP-15
    return apiPromise(callEndpoint(this.#core, 'issues.screenshots', args, options));
  }

  /**
   * Reads the browser, page element and component an issue was reported on.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const { cssSelector, reactComponentTree } = await client.issues.techContext('prj_web', 7);
   */
  techContext(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<TechContext> {
    const args = { params: { projectId, issueNumber } };
    // enforces EP-16
    return apiPromise(callForItem(this.#core, 'issues.techContext', args, options));
  }

  /**
   * Reads what the reporter did before reporting. Kinds of action beside the known ones may come.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const { data } = await client.issues.userActions('prj_web', 7);
   */
  userActions(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<UserAction>> {
    const args = { params: { projectId, issueNumber } };
    // enforces EP-17
    return apiPromise(callEndpoint(this.#core, 'issues.userActions', args, options));
  }

  /**
   * Reads an issue, its comments and everything captured with it, or what `include` names of that: at most seven
   * requests, which all count towards the rate. Screenshots and user actions are read once the issue says that it has
   * any. What was not captured is an empty list, and `techContext` is then `null`. When a read fails the others are
   * aborted, and its error, which names the operation, is the call's.
   *
   * The credential needs the scope `issues:read`.
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
  ): Promise<IssueContext>;
  context<Part extends Exclude<keyof IssueContext, 'issue'>>(
    projectId: string,
    issueNumber: number,
    options: ContextOptions<Part>,
  ): Promise<Pick<IssueContext, 'issue' | Part>>;
  context(projectId: string, issueNumber: number, options?: ContextOptions): Promise<Partial<IssueContext>> {
    return issueContext(this.#core, { projectId, issueNumber }, options);
  }

  /**
   * Reads an issue again and again until it has a status, or one of several, and resolves with the issue. The wait
   * between two reads grows from `interval` to six times that. A status that comes and goes between two reads is missed.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const issue = await client.issues.waitFor('prj_web', 7, { status: ['verified', 'closed'] }, { interval: 5_000 });
   *
   * @throws TimeoutError when it has not come within `deadline`, 15 minutes unless given.
   */
  waitFor(projectId: string, issueNumber: number, until: AwaitedStatus, options?: WaitForOptions): Promise<Issue> {
    return waitForIssue(this.#core, { projectId, issueNumber }, until, options);
  }
}
