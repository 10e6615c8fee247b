import type { IssueListItem, Page } from '@issue-tracking/model';

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

  /** @internal */
  constructor({ data, total, page, totalPages }: Page<IssueListItem>) {
    this.data = data;
    this.total = total;
    this.page = page;
    this.totalPages = totalPages;
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
