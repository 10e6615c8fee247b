import type { ResponseOf } from '@issue-tracking/model';
import type { Json } from '../http/json.ts';
import type { IssueEntry } from './issue-entry.ts';

/** A page as it is answered, envelope included. */
type Page = Json<ResponseOf<'issues.list'>>;

/** How many pages are kept: whoever polls asks for the same few. */
const maxPages = 4;

/** What a filter found in a list, valid until something in the list changes. */
export class Selection {
  readonly #issues: readonly IssueEntry[];
  /** Where in the list they stand; absent for all of it. */
  readonly #positions: Uint32Array | undefined;
  readonly #pages = new Map<string, Page>();

  constructor(issues: readonly IssueEntry[], positions?: Uint32Array) {
    this.#issues = issues;
    this.#positions = positions;
  }

  get length(): number {
    return (this.#positions ?? this.#issues).length;
  }

  /** A page, numbered from 1, as `write` puts its issues; written once. */
  page(number: number, size: number, write: (issues: readonly IssueEntry[]) => Page): Page {
    const key = `${number}/${size}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = write(this.#slice((number - 1) * size, number * size));
      if (this.#pages.size === maxPages) this.#pages.clear();
      this.#pages.set(key, page);
    }
    return page;
  }

  #slice(from: number, to: number): readonly IssueEntry[] {
    if (!this.#positions) return this.#issues.slice(from, to);
    return Array.from(this.#positions.subarray(from, to), (position) => this.#issues[position] as IssueEntry);
  }
}
