import { type IssuePriority, type IssueStatus, issuePriorities, issueStatuses } from '@issue-tracking/model';
import type { IssueEntry } from './issue-entry.ts';
import { Selection } from './issue-entry.ts';
import type { IssueRecord } from './records.ts';

/** How issues stand in a list. */
export interface IssueOrder {
  compare(a: IssueRecord, b: IssueRecord): number;
  /** The member whose change can move an issue in the list. */
  readonly follows: keyof IssueRecord | 'anything';
}

/** The filters of a list; an absent one lets every issue pass. */
export interface IssueFilter {
  readonly status?: IssueStatus | undefined;
  readonly priority?: IssuePriority | undefined;
  readonly hasLabel?: ((labels: readonly string[]) => boolean) | undefined;
  readonly finds?: ((issue: IssueEntry) => boolean) | undefined;
}

/**
 * The issues of a project in list order (GAP-7). Beside them stand their states and label sets as numbers: to go through
 * those of a hundred thousand issues takes a tenth of the time that going through the issues does.
 */
export class IssueList {
  readonly #order: IssueOrder;
  readonly #all: () => Iterable<IssueEntry>;
  /** Absent after a deletion, until it is asked for. */
  #issues: IssueEntry[] | undefined = [];
  /** By position, as the label sets are; valid only while `#sorted`. */
  #states = new Uint8Array(0);
  #labelSets = new LabelSets([]);
  #sorted = true;

  /** `all` gives the project's issues in any order. */
  constructor(order: IssueOrder, all: () => Iterable<IssueEntry>) {
    this.#order = order;
    this.#all = all;
  }

  /** The list is sorted at the next query: sorting what is nearly in order costs one pass. */
  added(issue: IssueEntry): void {
    this.#issues?.push(issue);
    this.#sorted = false;
  }

  changed(issue: IssueEntry, changes: Partial<IssueRecord>): void {
    const { follows } = this.#order;
    if (follows === 'anything' || follows in changes || 'labels' in changes) this.#sorted = false;
    else if (this.#sorted) this.#states[issue.position] = stateOf(issue.record);
  }

  deleted(): void {
    this.#issues = undefined;
    this.#sorted = false;
  }

  /** Those that pass the filter, in order. */
  select({ status, priority, hasLabel, finds }: IssueFilter): Selection {
    const issues = this.#inOrder();
    if (status === undefined && priority === undefined && hasLabel === undefined && finds === undefined) {
      return new Selection(issues);
    }
    const states = this.#states;
    const asked = statesWith(status, priority);
    const labelled = hasLabel && this.#labelSets.with(hasLabel);
    const found = new Uint32Array(issues.length);
    let count = 0;
    for (let position = 0; position < issues.length; position++) {
      if (asked[states[position] ?? 0] === 0) continue;
      if (labelled !== undefined && !labelled(position)) continue;
      if (finds !== undefined && !finds(issues[position] as IssueEntry)) continue;
      found[count++] = position;
    }
    return new Selection(issues, found.slice(0, count));
  }

  #inOrder(): readonly IssueEntry[] {
    this.#issues ??= [...this.#all()];
    if (!this.#sorted) this.#sort(this.#issues);
    return this.#issues;
  }

  #sort(issues: IssueEntry[]): void {
    issues.sort((a, b) => this.#order.compare(a.record, b.record));
    this.#states = Uint8Array.from(issues, ({ record }) => stateOf(record));
    this.#labelSets = new LabelSets(issues);
    for (const [position, issue] of issues.entries()) issue.position = position;
    this.#sorted = true;
  }
}

/** The values by their numbers, before them any that v1 doesn't know. */
const statuses = [undefined, ...issueStatuses];
const priorities = [undefined, ...issuePriorities];

/** Status and priority as one small number. */
function stateOf({ status, priority }: { status: IssueStatus; priority: IssuePriority }): number {
  // Pulled data may have a value that v1 doesn't know: 0.
  return (issueStatuses.indexOf(status) + 1) * priorities.length + issuePriorities.indexOf(priority) + 1;
}

/** 1 for each state with this status and priority, or any where there is none. */
function statesWith(status?: IssueStatus, priority?: IssuePriority): Uint8Array {
  const states = new Uint8Array(statuses.length * priorities.length);
  for (const [s, oneStatus] of statuses.entries()) {
    if (status !== undefined && oneStatus !== status) continue;
    for (const [p, onePriority] of priorities.entries()) {
      if (priority === undefined || onePriority === priority) states[s * priorities.length + p] = 1;
    }
  }
  return states;
}

/** The label set of each issue of a list as a number: of many issues, most share a few sets. */
class LabelSets {
  readonly #sets: (readonly string[])[] = [];
  /** By position in the list. */
  readonly #numbers: Uint32Array;

  constructor(issues: readonly IssueEntry[]) {
    const known = new Map<readonly string[], number>();
    this.#numbers = Uint32Array.from(issues, ({ record: { labels } }) => {
      let number = known.get(labels);
      if (number === undefined) {
        number = this.#sets.push(labels) - 1;
        known.set(labels, number);
      }
      return number;
    });
  }

  /** Tells which positions have labels that pass. */
  with(passes: (labels: readonly string[]) => boolean): (position: number) => boolean {
    const numbers = this.#numbers;
    const has = Uint8Array.from(this.#sets, (labels) => Number(Array.isArray(labels) && passes(labels)));
    return (position) => has[numbers[position] ?? 0] === 1;
  }
}
