import type { IssueListItem } from '@issue-tracking/model';
import type { Json } from '../http/json.ts';
import type { CommentRecord, IssueRecord } from './records.ts';

/** Stands between title and description in `searchText`. */
export const separator = '\0';

/** An issue in the index: its record, its comments, and what was worked out from the record once. */
export class IssueEntry {
  readonly record: IssueRecord;
  /** Where it stands in its project's list, once that is sorted. */
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
    this.#searchText ??= `${this.record.title}${separator}${this.record.description}`.toLowerCase();
    return this.#searchText;
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
