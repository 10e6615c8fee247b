import type { IssueRecord } from './records.ts';

/** How issues stand in a list. */
export interface IssueOrder {
  compare(a: IssueRecord, b: IssueRecord): number;
  /** Whether no two issues are equal in it, so that a binary search finds an issue's place. */
  readonly isTotal: boolean;
}

interface IssueList {
  readonly order: IssueOrder;
  readonly issues: IssueRecord[];
}

/** The issues of a project, sorted by number and in list order. */
export class ProjectIssues {
  #byNumber: IssueRecord[] = [];
  /** Kept as issues come and change; absent until it is asked for, and after what is quicker sorted again. */
  #list: IssueList | undefined;

  /** Another one that can be written to without this one changing. */
  copy(): ProjectIssues {
    const copy = new ProjectIssues();
    copy.#byNumber = [...this.#byNumber];
    copy.#list = this.#list && { ...this.#list, issues: [...this.#list.issues] };
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

  /** In list order. Good until the next write. */
  inOrder(order: IssueOrder): readonly IssueRecord[] {
    if (this.#list?.order !== order) this.#list = { order, issues: this.#byNumber.toSorted(order.compare) };
    return this.#list.issues;
  }

  /** Adds an issue, or puts another version in the place of the one with its number. */
  put(issue: IssueRecord): void {
    const place = this.#placeOf(issue.issueNumber);
    const present = this.#at(place, issue.issueNumber);
    if (present) this.#byNumber[place] = issue;
    else this.#byNumber.splice(place, 0, issue);
    if (this.#list) this.#list = listWith(this.#list, present, issue);
  }

  delete(issueNumber: number): void {
    this.#byNumber.splice(this.#placeOf(issueNumber), 1);
    this.#list = undefined;
  }

  #at(place: number, issueNumber: number): IssueRecord | undefined {
    const issue = this.#byNumber[place];
    return issue?.issueNumber === issueNumber ? issue : undefined;
  }

  #placeOf(issueNumber: number): number {
    return countBefore(this.#byNumber, (issue) => issue.issueNumber < issueNumber);
  }
}

/** The list with an issue in the place of its last version, or new. None where only sorting again finds its place. */
function listWith(list: IssueList, present: IssueRecord | undefined, issue: IssueRecord): IssueList | undefined {
  const { order, issues } = list;
  if (!order.isTotal) return undefined;
  const placeOf = (one: IssueRecord) => countBefore(issues, (other) => order.compare(other, one) < 0);
  if (present && order.compare(present, issue) === 0) issues[placeOf(present)] = issue;
  else {
    if (present) issues.splice(placeOf(present), 1);
    issues.splice(placeOf(issue), 0, issue);
  }
  return list;
}

/** How many of a sorted list come before a place in it. */
function countBefore(issues: readonly IssueRecord[], isBefore: (issue: IssueRecord) => boolean): number {
  let from = 0;
  let to = issues.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    // Always inside the list.
    if (isBefore(issues[middle] as IssueRecord)) from = middle + 1;
    else to = middle;
  }
  return from;
}
