import { IssueEntry } from './issue-entry.ts';
import type { IssueOrder } from './issue-order.ts';
import type { IssueRecord, OrganizationRecord, ProjectRecord } from './records.ts';

/** How many lists are kept: each is as long as the project at worst. */
const maxSelections = 4;

/** A project in the index, with its issues by number and in list order. */
export class ProjectEntry {
  readonly record: ProjectRecord;
  readonly organization: OrganizationRecord;
  readonly #order: IssueOrder;
  readonly #issues = new Map<number, IssueEntry>();
  /** Every issue, in list order if `#sorted`; made anew after a deletion. */
  #list: IssueEntry[] | undefined = [];
  #sorted = true;
  /** Lists that were asked for since the last change: whoever walks through pages asks for the same again and again. */
  readonly #selections = new Map<string, readonly IssueEntry[]>();
  /** The highest number; worked out anew after a deletion. */
  #highest: number | undefined = 0;

  constructor(record: ProjectRecord, organization: OrganizationRecord, order: IssueOrder) {
    this.record = record;
    this.organization = organization;
    this.#order = order;
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

  /** In list order (GAP-7). Sorting what is nearly in order costs one pass, so additions don't look for their place. */
  inOrder(): readonly IssueEntry[] {
    this.#list ??= [...this.#issues.values()];
    if (!this.#sorted) {
      this.#list.sort((a, b) => this.#order.compare(a.record, b.record));
      this.#sorted = true;
    }
    return this.#list;
  }

  /** The issues that `select` takes from the list, kept under `key` until something changes. */
  selection(key: string, select: (issues: readonly IssueEntry[]) => readonly IssueEntry[]): readonly IssueEntry[] {
    let selection = this.#selections.get(key);
    if (!selection) {
      selection = select(this.inOrder());
      if (this.#selections.size === maxSelections) this.#selections.clear();
      this.#selections.set(key, selection);
    }
    return selection;
  }

  add(record: IssueRecord): void {
    this.#selections.clear();
    const entry = new IssueEntry(record);
    this.#issues.set(record.issueNumber, entry);
    this.#list?.push(entry);
    this.#sorted = false;
    if (this.#highest !== undefined) this.#highest = Math.max(this.#highest, record.issueNumber);
  }

  changed(issueNumber: number, changes: Partial<IssueRecord>): void {
    this.#selections.clear();
    this.#issues.get(issueNumber)?.changed();
    if (this.#order.follows === 'anything' || this.#order.follows in changes) this.#sorted = false;
  }

  delete(issueNumber: number): void {
    this.#selections.clear();
    this.#issues.delete(issueNumber);
    this.#list = undefined;
    this.#sorted = false;
    this.#highest = undefined;
  }
}
