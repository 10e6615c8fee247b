import type { IssueListItem, Page } from '@issue-tracking/model';
import { isCount } from '../validation/values.ts';
import { mayBePastEnd } from './scan-pages.ts';

/** Source of a page, which can read the pages after it. */
export interface PageOrigin {
  /**
   * Number of the requested page. The next page follows from this number, because the service may report another one.
   */
  readonly requestedPage: number;
  read(page: number): Promise<IssuePage>;
  /** @throws UnexpectedResponseError if `total` or `totalPages` of the response is no count. */
  requireCounts(): void;
}

/** One page of the issue list. */
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
  #next: Promise<IssuePage | null> | undefined;

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

  /** Whether a page follows this one. An empty page is the last, whatever `totalPages` says. */
  hasNextPage(): boolean {
    // Without a usable count there may be a next page. `nextPage()` then rejects, because to report the end could
    // hide issues.
    return this.data.length > 0 && !(isCount(this.totalPages) && this.#origin.requestedPage >= this.totalPages);
  }

  /**
   * Reads the page after this one; `null` past the end. A second call gives the same page without a request. If the
   * service refuses the page with 400 or 404, the first page is read too, to see whether the list has become shorter.
   *
   * @example
   * for (let page = await client.issues.list('prj_web'); page; page = await page.nextPage()) show(page.data);
   */
  async nextPage(): Promise<IssuePage | null> {
    if (!this.hasNextPage()) return null;
    this.#next ??= this.#readNext();
    try {
      return await this.#next;
    } catch (error) {
      // The failure may be transient, so the next call tries again.
      this.#next = undefined;
      throw error;
    }
  }

  async #readNext(): Promise<IssuePage | null> {
    this.requireCounts();
    const next = this.#origin.requestedPage + 1;
    try {
      return await this.#origin.read(next);
    } catch (error) {
      if (!mayBePastEnd(error)) throw error;
      // GAP-58: if the project is gone, the read of the first page fails too.
      if ((await this.#origin.read(1)).totalPages < next) return null;
      // The list may have become longer again.
      return this.#origin.read(next);
    }
  }
}
