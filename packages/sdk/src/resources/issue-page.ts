import type { IssueListItem, Page } from '@issue-tracking/model';

/** Iterates over the issues from a page to the end of its list. */
type FromHere = () => AsyncGenerator<IssueListItem, void, undefined>;

/**
 * One page of the issue list. `for…of` iterates over its own issues; `for await…of` over these and all that follow, to the
 * end of the list.
 *
 * @example
 * const page = await client.issues.list('prj_web', { page: 3 });
 * for await (const issue of page) console.log(issue.title); // from page 3 to the last one
 */
export class IssuePage implements Page<IssueListItem>, AsyncIterable<IssueListItem> {
  /** The issues of this page. */
  readonly data: IssueListItem[];
  /** The number of issues on all pages together. */
  readonly total: number;
  /** The number of this page, from 1. */
  readonly page: number;
  /** The number of pages. For an empty list, some services report 0 and others 1. */
  readonly totalPages: number;
  readonly #fromHere: FromHere;

  private constructor({ data, total, page, totalPages }: Page<IssueListItem>, fromHere: FromHere) {
    this.data = data;
    this.total = total;
    this.page = page;
    this.totalPages = totalPages;
    this.#fromHere = fromHere;
  }

  /** @internal The class is exported, but only a client can make a page. */
  static of(page: Page<IssueListItem>, fromHere: FromHere): IssuePage {
    // `this`, because the build renames a class that names itself, and inspected objects would show it.
    return new this(page, fromHere);
  }

  /** Iterates over the issues of this page. */
  [Symbol.iterator](): IterableIterator<IssueListItem> {
    return this.data[Symbol.iterator]();
  }

  /**
   * Iterates over the issues of this page and of all that follow, each once, as an iteration over the list does. Reads a
   * further page only when it is needed.
   */
  [Symbol.asyncIterator](): AsyncGenerator<IssueListItem, void, undefined> {
    return this.#fromHere();
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
