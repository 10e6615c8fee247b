import type { Selection } from './issue-entry.ts';
import { IssueEntry } from './issue-entry.ts';
import type { IssueOrder } from './issue-list.ts';
import { type IssueFilter, IssueList } from './issue-list.ts';
import type { IssueRecord, OrganizationRecord, ProjectRecord } from './records.ts';

/** How many are kept: each is as long as the project at worst. */
const maxSelections = 4;

/** A project in the index, with its issues by number and in list order. */
export class ProjectEntry {
  readonly record: ProjectRecord;
  readonly organization: OrganizationRecord;
  readonly #issues = new Map<number, IssueEntry>();
  #list: IssueList;
  /** Cached results since the last change: a client that pages through a list repeats the same query. */
  readonly #selections = new Map<string, Selection>();
  /** The highest number; found out anew after a deletion. */
  #highest: number | undefined = 0;

  constructor(record: ProjectRecord, organization: OrganizationRecord, order: IssueOrder) {
    this.record = record;
    this.organization = organization;
    this.#list = new IssueList(order, () => this.#issues.values());
  }

  reorder(order: IssueOrder): void {
    this.#selections.clear();
    this.#list = new IssueList(order, () => this.#issues.values());
    this.#list.deleted();
    // List items hold what readings say of them.
    for (const issue of this.#issues.values()) issue.changed();
  }

  /** One above the highest number. */
  get nextNumber(): number {
    this.#highest ??= this.#issues.keys().reduce((a, b) => Math.max(a, b), 0);
    return this.#highest + 1;
  }

  issue(issueNumber: number): IssueEntry | undefined {
    return this.#issues.get(issueNumber);
  }

  /** In order of creation. */
  issues(): Iterable<IssueEntry> {
    return this.#issues.values();
  }

  /** Those that pass a filter, in list order; what has a `key` is kept under it until something changes. */
  select(filter: IssueFilter, key?: string): Selection {
    const kept = key === undefined ? undefined : this.#selections.get(key);
    if (kept) return kept;
    const selection = this.#list.select(filter);
    if (key !== undefined) {
      if (this.#selections.size === maxSelections) this.#selections.clear();
      this.#selections.set(key, selection);
    }
    return selection;
  }

  add(record: IssueRecord): void {
    this.#selections.clear();
    const issue = new IssueEntry(record);
    this.#issues.set(record.issueNumber, issue);
    this.#list.added(issue);
    if (this.#highest !== undefined) this.#highest = Math.max(this.#highest, record.issueNumber);
  }

  changed(issueNumber: number, changes: Partial<IssueRecord>): void {
    const issue = this.#issues.get(issueNumber);
    if (!issue) return;
    this.#selections.clear();
    issue.changed();
    this.#list.changed(issue, changes);
  }

  delete(issueNumber: number): void {
    this.#selections.clear();
    this.#issues.delete(issueNumber);
    this.#list.deleted();
    this.#highest = undefined;
  }
}
