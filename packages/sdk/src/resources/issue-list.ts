import { type ErrorDetail, type IssueListItem, type IssueListOptions, limits } from '@issue-tracking/model';
import { performCall } from '../call/call.ts';
import {
  type CallResult,
  type PreparedCall,
  prepare,
  responseBody,
  toWithResponse,
  unsentCall,
  type WithResponse,
} from '../call/call-endpoint.ts';
import type { CallSettings, RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import type { Contexts } from '../call/contexts.ts';
import { AbortError } from '../errors/client-errors.ts';
import { setClockTimer, systemClock } from '../platform/clock.ts';
import { checkOptions } from '../validation/option-table.ts';
import { requireCounts } from '../validation/read-response.ts';
import { requestFor } from '../validation/request.ts';
import { isCount } from '../validation/values.ts';
import { IssuePage } from './issue-page.ts';
import { scanPages } from './scan-pages.ts';

/** A page with more than this many times the requested issues is rejected unread: it can't be the requested page. */
const mostTimesLimit = 10;
/** Time after which a list that nothing reads is reported, in milliseconds. Real time: a mock's clock may stand still. */
const unreadAfterMs = 1_000;
const unread =
  'client.issues.list() sends nothing until you await it or iterate over it, and one has waited for that for a second';

/** How many issues to collect. */
export interface ToArrayOptions {
  /** The most issues to read, from 0. By default all. */
  max?: number | undefined;
}

/**
 * The issues of a project, before any request. Await the list for one page, or iterate over it for every issue.
 *
 * Without a `limit`, awaiting gives a page of the service's size (20), and iterating reads 100 issues per page. Both
 * begin at `page`. While you iterate, no issue comes twice, and none is skipped because the list changed or because the
 * service sorts equal issues differently for each page: the client reads the list again until it has seen as many issues
 * as `total` says. If issues are still missing, `onDrift` reports `unstable-list`. One case can't be noticed: one issue
 * leaves the list and another enters it between the same two requests.
 *
 * @example
 * for await (const issue of client.issues.list('prj_web', { status: 'open' })) {
 *   await client.issues.update('prj_web', issue.issueNumber, { status: 'in_progress' });
 * }
 */
export class IssueList implements Promise<IssuePage>, AsyncIterable<IssueListItem> {
  readonly [Symbol.toStringTag] = 'IssueList';
  readonly #contexts: Contexts;
  readonly #projectId: string;
  readonly #query: IssueListOptions | undefined;
  readonly #options: RequestOptions | undefined;
  readonly #isRead: () => void;
  #first: Promise<CallResult<IssuePage>> | undefined;

  private constructor(contexts: Contexts, projectId: string, query?: IssueListOptions, options?: RequestOptions) {
    this.#contexts = contexts;
    this.#projectId = projectId;
    this.#query = query;
    this.#options = options;
    this.#isRead = reportUnread(contexts);
  }

  /** @internal The class is exported, but only a client can make one. */
  static of(contexts: Contexts, projectId: string, query?: IssueListOptions, options?: RequestOptions): IssueList {
    return new IssueList(contexts, projectId, query, options);
  }

  /**
   * Resolves with the page and its response: status, headers and attempts.
   *
   * @example
   * const { data: page, response } = await client.issues.list('prj_web').withResponse();
   */
  withResponse(): Promise<WithResponse<IssuePage>> {
    return this.#readFirst().then(toWithResponse);
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting the list requests one page.
  then<Fulfilled = IssuePage, Rejected = never>(
    onFulfilled?: ((page: IssuePage) => Fulfilled | PromiseLike<Fulfilled>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: a handler may say what it takes, as with any promise.
    onRejected?: ((reason: any) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#readFirst()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    onRejected?: ((reason: any) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<IssuePage | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<IssuePage> {
    return this.then().finally(onFinally);
  }

  /**
   * Iterates over every issue exactly once. Nothing more is sent when you leave the loop. When the `signal` aborts, the
   * loop rejects before the next issue.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<IssueListItem, void, undefined> {
    const call = this.#prepare();
    const { current: client } = this.#contexts;
    for await (const { data } of this.#pages(call, client)) {
      for (const issue of data) {
        // The caller may take long over a page, so don't wait for the next read.
        const ended = client.lifetime.endOf(call.settings.signal);
        if (ended) throw new AbortError({ call: unsentCall(client, call.request), reason: ended.reason });
        yield issue;
      }
    }
  }

  /**
   * Iterates page by page. `data` holds the issues that no earlier page had.
   *
   * @example
   * for await (const page of client.issues.list('prj_web').pages()) await store(page.data);
   */
  async *pages(): AsyncGenerator<IssuePage, void, undefined> {
    yield* this.#pages(this.#prepare(), this.#contexts.current);
  }

  /**
   * Collects every issue in one array.
   *
   * @param options `max`, the most issues to read. By default all.
   *
   * @example
   * const newest = await client.issues.list('prj_web').toArray({ max: 250 });
   */
  async toArray(options?: ToArrayOptions): Promise<IssueListItem[]> {
    const { max = Number.POSITIVE_INFINITY } = options ?? {};
    const call = this.#prepare((details) => {
      checkOptions('toArray', options ?? {}, details);
    });
    const issues: IssueListItem[] = [];
    if (max === 0) return issues;
    for await (const { data } of this.#pages(call, this.#contexts.current)) {
      issues.push(...data.slice(0, max - issues.length));
      if (issues.length >= max) break;
    }
    return issues;
  }

  #readFirst(): Promise<CallResult<IssuePage>> {
    const read = async () => {
      const { settings, request } = this.#prepare();
      return this.#read(this.#contexts.current, this.#query, settings, request);
    };
    this.#first ??= read();
    return this.#first;
  }

  /** Checks the arguments of the list. @throws InvalidArgumentError naming every wrong argument. */
  #prepare(validate?: (details: ErrorDetail[]) => void): PreparedCall {
    this.#isRead();
    const args = { params: { projectId: this.#projectId }, query: this.#query };
    return prepare(this.#contexts.current, 'issues.list', args, this.#options, validate && { validate });
  }

  /** Reads page by page. One context for the whole iteration: if a mock is reset meanwhile, the iteration ends. */
  async *#pages({ settings }: PreparedCall, client: ClientContext): AsyncGenerator<IssuePage, void, undefined> {
    const { page: firstPage = limits.defaultPage, limit = limits.maxPageSize, ...filters } = this.#query ?? {};
    const read = async (page: number) => {
      const { data, done } = await this.#read(client, { ...filters, limit, page }, settings);
      return { ...data, requireCounts: () => requireCounts(done, data) };
    };
    const unstable = () => {
      client.drift.add('issues.list', { kind: 'unstable-list', path: 'data' });
    };
    const onlyGrows = Object.values(filters).every((filter) => filter === undefined);
    for await (const { page, fresh } of scanPages({ firstPage, limit, onlyGrows, read, unstable })) {
      yield new IssuePage({ ...page, data: fresh });
    }
  }

  /** Reads one page. The query and the settings were checked before. */
  async #read(
    client: ClientContext,
    query: IssueListOptions | undefined,
    settings: CallSettings,
    request = requestFor('issues.list', { params: { projectId: this.#projectId }, query }),
  ): Promise<CallResult<IssuePage>> {
    const rules = { mostItems: mostTimesLimit * (query?.limit ?? limits.maxPageSize) };
    const done = await performCall(client, request, settings);
    const body = responseBody(client, 'issues.list', done, rules);
    client.lastSeen.add(this.#projectId, body.data);
    // The service may report no page, or nothing that can be one.
    const page = isCount(body.page) ? body.page : (query?.page ?? limits.defaultPage);
    return { data: new IssuePage({ ...body, page }), done };
  }
}

/** Returns a function to call when something reads the list. */
function reportUnread(contexts: Contexts): () => void {
  const report = () => contexts.current.hooks.warn({ code: 'unread-list', message: unread });
  try {
    return setClockTimer(systemClock, unreadAfterMs, report);
  } catch {
    // Cloudflare Workers allow no timer outside a request, and a list that is made there may be read in one.
    return () => {};
  }
}
