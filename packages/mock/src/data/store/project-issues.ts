import type { IssueRecord } from './records.ts';

/** How issues stand in a list. */
export interface IssueOrder {
  compare(a: IssueRecord, b: IssueRecord): number;
  /** Whether it always says the same of any two issues, so that an issue has one place among sorted ones. */
  readonly isTotal: boolean;
}

interface SortedIssues {
  readonly order: IssueOrder;
  readonly issues: IssueRecord[];
}

/** The issues of a project: by number, and sorted once somebody asks for the list. */
export class ProjectIssues {
  #byNumber = new Map<number, IssueRecord>();
  /** Kept as issues come and change; absent until it is asked for, and after what is quicker sorted again. */
  #list: SortedIssues | undefined;
  /** Absent after a deletion, until it is asked for. */
  #highest: number | undefined = 0;

  /** Another one that can be written to without this one changing. */
  copy(): ProjectIssues {
    const copy = new ProjectIssues();
    copy.#byNumber = new Map(this.#byNumber);
    copy.#list = this.#list && { ...this.#list, issues: [...this.#list.issues] };
    copy.#highest = this.#highest;
    return copy;
  }

  get(issueNumber: number): IssueRecord | undefined {
    return this.#byNumber.get(issueNumber);
  }

  /** In order of creation. */
  all(): Iterable<IssueRecord> {
    return this.#byNumber.values();
  }

  /** One above the highest number. */
  get nextNumber(): number {
    this.#highest ??= this.#byNumber.keys().reduce((a, b) => Math.max(a, b), 0);
    return this.#highest + 1;
  }

  /** In list order. Good until the next write. */
  inOrder(order: IssueOrder): readonly IssueRecord[] {
    if (this.#list?.order !== order) this.#list = { order, issues: [...this.all()].sort(order.compare) };
    return this.#list.issues;
  }

  /** Adds an issue, or puts another version in the place of the one with its number. */
  put(issue: IssueRecord): void {
    const before = this.#byNumber.get(issue.issueNumber);
    this.#byNumber.set(issue.issueNumber, issue);
    if (this.#highest !== undefined) this.#highest = Math.max(this.#highest, issue.issueNumber);
    if (this.#list) this.#list = listWith(this.#list, before, issue);
  }

  delete(issueNumber: number): void {
    this.#byNumber.delete(issueNumber);
    this.#list = undefined;
    this.#highest = undefined;
  }
}

/** The list with an issue in the place of its last version, or new. None where only sorting again finds its place. */
function listWith(list: SortedIssues, before: IssueRecord | undefined, issue: IssueRecord): SortedIssues | undefined {
  const { order, issues } = list;
  if (!order.isTotal) return undefined;
  if (before) {
    const place = placeOf(before, list);
    if (order.compare(before, issue) === 0) {
      issues[place] = issue;
      return list;
    }
    issues.splice(place, 1);
  }
  issues.splice(placeOf(issue, list), 0, issue);
  return list;
}

/** Where an issue stands, or would. */
function placeOf(issue: IssueRecord, { order, issues }: SortedIssues): number {
  let from = 0;
  let to = issues.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    // Always inside the list.
    if (order.compare(issues[middle] as IssueRecord, issue) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
