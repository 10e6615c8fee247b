import type { IssueListItem, ResponseOf } from '@issue-tracking/model';
import type { Json } from '../../platform/http/exchange.ts';
import type { CommentRecord, IssueRecord } from './records.ts';

/** Stands between title and description in `searchText`. */
export const separator = '\0';

/** An issue in the index: its record, its comments, and what was worked out from the record once. */
export class IssueEntry {
  readonly record: IssueRecord;
  /** Its index in its project's list, once that is sorted. */
  position: number;
  #comments: CommentRecord[] | undefined;
  #searchText: string | undefined;
  #listItem: Json<IssueListItem> | undefined;

  constructor(record: IssueRecord) {
    this.record = record;
    this.position = 0;
    // Named here so that all entries have one shape.
    this.#comments = undefined;
    this.#searchText = undefined;
    this.#listItem = undefined;
  }

  /** In order of creation. */
  get comments(): CommentRecord[] {
    this.#comments ??= [];
    return this.#comments;
  }

  /** Title and description in lower case, parted by a character that a query holds only as `%00`. */
  get searchText(): string {
    this.#searchText ??= this.searchParts.join(separator);
    return this.#searchText;
  }

  /** Title and description in lower case. */
  get searchParts(): string[] {
    const { title, description } = this.record;
    return [title, description].map((part) => `${part ?? ''}`.toLowerCase());
  }

  /** The list item as JSON, so that a page is joined and not serialised. */
  listItem(write: (issue: IssueRecord) => Json<IssueListItem>): Json<IssueListItem> {
    this.#listItem ??= write(this.record);
    return this.#listItem;
  }

  /** The record has changed: forgets what was worked out from it. */
  changed(): void {
    this.#searchText = undefined;
    this.#listItem = undefined;
  }
}

/** A page as it is answered, envelope included. */
type Page = Json<ResponseOf<'issues.list'>>;

/** How many pages are cached: a client that polls asks for the same few. */
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

  /** All of them. */
  all(): readonly IssueEntry[] {
    return this.#slice(0, this.length);
  }

  #slice(from: number, to: number): readonly IssueEntry[] {
    if (!this.#positions) return this.#issues.slice(from, to);
    return Array.from(this.#positions.subarray(from, to), (position) => this.#issues[position] as IssueEntry);
  }
}
