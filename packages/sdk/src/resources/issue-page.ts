import type { IssueListItem, Page } from '@issue-tracking/model';
import { isCount } from '../validation/values.ts';

/** Facts of a response that its page can't show. */
interface PageOrigin {
  /** Number of the requested page, because the service may report another one, or none. */
  readonly requestedPage: number;
  /** @throws UnexpectedResponseError if `total` or `totalPages` of the response is no count. */
  requireCounts(): void;
}

/** One page of the issue list. Iterate over it for its issues, and over the list's `pages()` for the next ones. */
export class IssuePage implements Page<IssueListItem> {
  /** The issues of this page. */
  readonly data: IssueListItem[];
  /** The number of issues on all pages together. */
  readonly total: number;
  /** The number of this page, from 1. */
  readonly page: number;
  /** The number of pages. For an empty list, some services report 0 and others 1. */
  readonly totalPages: number;
  readonly #origin: PageOrigin;

  /** @internal */
  constructor({ data, total, page, totalPages }: Page<IssueListItem>, origin: PageOrigin) {
    this.data = data;
    this.total = total;
    this.page = isCount(page) ? page : origin.requestedPage;
    this.totalPages = totalPages;
    this.#origin = origin;
  }

  /** @internal Returns the same page with other issues. */
  with(data: IssueListItem[]): IssuePage {
    return new IssuePage({ ...this, data }, this.#origin);
  }

  /** @internal */
  requireCounts(): void {
    this.#origin.requireCounts();
  }

  /** Iterates over the issues of this page. */
  [Symbol.iterator](): IterableIterator<IssueListItem> {
    return this.data[Symbol.iterator]();
  }

  /**
   * Returns the page as plain data without methods, for a client component of React, a worker or a cache.
   *
   * @example
   * return <Board page={(await client.issues.list('prj_web')).toJSON()} />;
   */
  toJSON(): Page<IssueListItem> {
    const { data, total, page, totalPages } = this;
    return { data, total, page, totalPages };
  }
}
