import { type ErrorDetail, type IssueListItem, type IssueListOptions, limits } from '@issue-tracking/model';
import { type CallResult, performCall } from '../call/call.ts';
import {
  type PreparedCall,
  prepare,
  responseBody,
  toWithResponse,
  unsentCall,
  type WithResponse,
} from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { PartSettings } from '../call/call-state.ts';
import type { ClientContext } from '../call/client-context.ts';
import type { Contexts } from '../call/contexts.ts';
import { AbortError } from '../errors/client-errors.ts';
import { rethrow } from '../errors/rethrow.ts';
import { isCount } from '../platform/values.ts';
import { checkOptions } from '../validation/option-table.ts';
import { requireCounts } from '../validation/read-response.ts';
import { requestFor } from '../validation/request.ts';
import { IssuePage } from './issue-page.ts';
import { scanPages, type UncheckedPage } from './scan-pages.ts';

/** A page with more than this many times the requested issues is rejected unread: it can't be the requested page. */
const mostTimesLimit = 10;

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
export class IssueList extends Promise<IssuePage> implements AsyncIterable<IssueListItem> {
  override readonly [Symbol.toStringTag] = 'IssueList';
  readonly #contexts: Contexts;
  readonly #projectId: string;
  readonly #query: IssueListOptions | undefined;
  readonly #options: RequestOptions | undefined;
  #first: Promise<CallResult<IssuePage>> | undefined;

  private constructor(contexts: Contexts, projectId: string, query?: IssueListOptions, options?: RequestOptions) {
    // Never settles by itself: `then` makes the request.
    super(() => {});
    this.#contexts = contexts;
    this.#projectId = projectId;
    this.#query = query;
    this.#options = options;
  }

  /** @internal The class is exported, but only a client can make a list. */
  static of(contexts: Contexts, projectId: string, query?: IssueListOptions, options?: RequestOptions): IssueList {
    // `this`, because the build renames a class that names itself, and inspected objects would show it.
    return new this(contexts, projectId, query, options);
  }

  /** @internal What follows a list is a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * Resolves with the page and its response: status, headers and attempts.
   *
   * @example
   * const { data: page, response } = await client.issues.list('prj_web').withResponse();
   */
  withResponse(): Promise<WithResponse<IssuePage>> {
    return this.#readFirst().then(toWithResponse, rethrow);
  }

  /** Requests one page. */
  // biome-ignore lint/suspicious/noThenProperty: awaiting the list requests one page.
  override then<Fulfilled = IssuePage, Rejected = never>(
    onFulfilled?: ((page: IssuePage) => Fulfilled | PromiseLike<Fulfilled>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: a handler may say what it takes, as with any promise.
    onRejected?: ((reason: any) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#readFirst()
      .then(({ data }) => data, rethrow)
      .then(onFulfilled, onRejected);
  }

  /**
   * Iterates over every issue exactly once. Nothing more is sent when you leave the loop. When the `signal` aborts, the
   * loop rejects before the next issue. The `deadline` is that of each page.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<IssueListItem, void, undefined> {
    yield* this.#issues(this.#prepare(), this.#contexts.current);
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
   * Collects every issue in one array. The `deadline` is one for all pages.
   *
   * @param options `max`, the most issues to read. By default all.
   *
   * @example
   * const newest = await client.issues.list('prj_web').toArray({ max: 250 });
   */
  async toArray(options?: ToArrayOptions): Promise<IssueListItem[]> {
    const { max = Number.POSITIVE_INFINITY } = options ?? {};
    const call = this.#prepare((details) => checkOptions('toArray', options ?? {}, details));
    const issues: IssueListItem[] = [];
    if (max === 0) return issues;
    const client = this.#contexts.current;
    const { deadline } = call.settings;
    const endsAt = deadline === undefined ? undefined : client.clock.now() + deadline;
    for await (const { data } of this.#pages({ ...call, settings: { ...call.settings, endsAt } }, client)) {
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
    const args = { params: { projectId: this.#projectId }, query: this.#query };
    return prepare(this.#contexts.current, 'issues.list', args, this.#options, validate && { validate });
  }

  /** Iterates over the issues of {@link IssueList.pages}. */
  async *#issues(call: Reading, client: ClientContext, start?: Start): AsyncGenerator<IssueListItem, void, undefined> {
    for await (const { data } of this.#pages(call, client, start)) {
      for (const issue of data) {
        // The caller may take long over a page, so don't wait for the next read.
        const ended = client.lifetime.endOf(call.settings.signal);
        if (ended) throw new AbortError({ call: unsentCall(client, call.request), reason: ended.reason });
        yield issue;
      }
    }
  }

  /** Reads page by page. One context for the whole iteration: if a mock is reset meanwhile, the iteration ends. */
  async *#pages(
    { settings }: Reading,
    client: ClientContext,
    start: Start = { ...this.#query, limit: this.#query?.limit ?? limits.maxPageSize },
  ): AsyncGenerator<IssuePage, void, undefined> {
    const { page: firstPage = limits.defaultPage, limit, known, ...filters } = start;
    let first = known;
    const read = async (page: number): Promise<ReadPage> => {
      const result = first ?? (await this.#read(client, { ...filters, limit, page }, settings));
      first = undefined;
      const { data: whole, done } = result;
      return { ...whole, whole, requireCounts: () => requireCounts(done, whole) };
    };
    const unstable = () => {
      client.drift.add('issues.list', { kind: 'unstable-list', path: 'data' });
    };
    const onlyGrows = Object.values(filters).every((filter) => filter === undefined);
    try {
      for await (const { page, fresh } of scanPages({ firstPage, limit, onlyGrows, read, unstable })) {
        yield IssuePage.of({ ...page, data: fresh }, () => page.whole[Symbol.asyncIterator]());
      }
    } catch (error) {
      rethrow(error);
    }
  }

  /** Reads one page. The query and the settings were checked before. */
  async #read(
    client: ClientContext,
    query: IssueListOptions | undefined,
    settings: PartSettings,
    request = requestFor('issues.list', { params: { projectId: this.#projectId }, query }),
  ): Promise<CallResult<IssuePage>> {
    const rules = { mostItems: mostTimesLimit * (query?.limit ?? limits.maxPageSize) };
    return performCall(client, request, settings, (done) => {
      const body = responseBody(client, 'issues.list', done, rules);
      client.lastSeen.add(this.#projectId, body.data);
      // The service may report no page, or nothing that can be one.
      const page = isCount(body.page) ? body.page : (query?.page ?? limits.defaultPage);
      const start = { ...query, limit: query?.limit ?? limits.defaultPageSize };
      const data: IssuePage = IssuePage.of({ ...body, page }, () =>
        this.#issues({ settings, request }, client, { ...start, known: { data, done } }),
      );
      return data;
    });
  }
}

/** The parts of a checked call that reading its pages needs. */
type Reading = Pick<PreparedCall, 'settings' | 'request'>;

/** Where an iteration begins: at a page of a query, which may have been read before. */
interface Start extends IssueListOptions {
  readonly limit: number;
  readonly known?: CallResult<IssuePage>;
}

/** A page, and the same with its methods. */
interface ReadPage extends UncheckedPage {
  readonly whole: IssuePage;
}
