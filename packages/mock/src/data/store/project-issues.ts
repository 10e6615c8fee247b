import type { IssueRecord } from './records.ts';

/** Compares two issues by their order in lists. */
export type IssueOrder = (a: IssueRecord, b: IssueRecord) => number;

/** The issues of a project, sorted by number and in list order. */
export class ProjectIssues {
  #byNumber: IssueRecord[] = [];
  /**
   * Issues in list order. Sorted on first use and dropped by each write: pages are read more often than issues change. The array
   * never changes, so copies share it. Sorting 10,000 issues takes 3 ms.
   */
  #list: { readonly order: IssueOrder; readonly issues: readonly IssueRecord[] } | undefined;

  /** Returns an independent copy. */
  copy(): ProjectIssues {
    const copy = new ProjectIssues();
    copy.#byNumber = [...this.#byNumber];
    copy.#list = this.#list;
    return copy;
  }

  get(issueNumber: number): IssueRecord | undefined {
    return this.#at(this.#indexOf(issueNumber), issueNumber);
  }

  /** Returns all issues by number. The array is valid until the next write. */
  all(): readonly IssueRecord[] {
    return this.#byNumber;
  }

  /** One above the highest number. */
  get nextNumber(): number {
    return (this.#byNumber.at(-1)?.issueNumber ?? 0) + 1;
  }

  /** Returns all issues in list order. */
  inOrder(order: IssueOrder): readonly IssueRecord[] {
    if (this.#list?.order !== order) this.#list = { order, issues: this.#byNumber.toSorted(order) };
    return this.#list.issues;
  }

  /** Adds an issue, or replaces the one with its number. */
  put(issue: IssueRecord): void {
    const place = this.#indexOf(issue.issueNumber);
    const replaced = this.#at(place, issue.issueNumber) ? 1 : 0;
    this.#byNumber.splice(place, replaced, issue);
    this.#list = undefined;
  }

  delete(issueNumber: number): void {
    this.#byNumber.splice(this.#indexOf(issueNumber), 1);
    this.#list = undefined;
  }

  #at(place: number, issueNumber: number): IssueRecord | undefined {
    const issue = this.#byNumber[place];
    return issue?.issueNumber === issueNumber ? issue : undefined;
  }

  /** Returns the number of issues with a lower number. */
  #indexOf(issueNumber: number): number {
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
