import type { Random } from '../random.ts';
import type { Switches } from './switches.ts';

/** One state of an issue, from `at` on. */
export interface IssueState {
  readonly at: number;
  readonly status: string;
  readonly priority: string;
  readonly by: 'client' | 'person';
  /** What the client called the update that made it. */
  readonly update?: string | undefined;
}

/** An issue with everything it ever was. */
export interface StoredIssue {
  readonly issueNumber: number;
  readonly createdAt: number;
  /** Until when it is in the list. */
  leftAt: number;
  readonly states: IssueState[];
}

/** The issues of the one project. */
export class IssueStore {
  readonly #switches: Switches;
  readonly #random: Random;
  readonly #issues = new Map<number, StoredIssue>();
  #pagesRead = 0;

  constructor(switches: Switches, random: Random) {
    this.#switches = switches;
    this.#random = random;
  }

  get all(): readonly StoredIssue[] {
    return [...this.#issues.values()];
  }

  /** Many issues come at one time, so that there are ties. */
  add(at: number): StoredIssue {
    const issueNumber = this.#issues.size + 1;
    const state: IssueState = { at, status: 'open', priority: 'low', by: 'person' };
    const issue = { issueNumber, createdAt: at, leftAt: Number.POSITIVE_INFINITY, states: [state] };
    this.#issues.set(issueNumber, issue);
    return issue;
  }

  find(issueNumber: number): StoredIssue | undefined {
    return this.#issues.get(issueNumber);
  }

  change(issue: StoredIssue, to: Omit<IssueState, 'status' | 'priority'> & Partial<IssueState>): IssueState {
    const last = stateAt(issue, Number.POSITIVE_INFINITY);
    const state = { ...last, update: undefined, ...to, at: Math.max(to.at, last.at + 1) };
    issue.states.push(state);
    return state;
  }

  /** One page, as a read at `now` shows it. */
  page(now: number, page: number, limit: number) {
    const seenAt = now - this.#switches.readLagMs;
    const listed = this.all.filter(({ createdAt, leftAt }) => createdAt <= seenAt && seenAt < leftAt);
    const { order } = this.#switches;
    const keyed = listed.map((issue) => ({
      issue,
      time: order === 'last update first' ? stateAt(issue, seenAt).at : issue.createdAt,
      tie: order === 'unstable ties' ? this.#random.next() : -issue.issueNumber,
    }));
    keyed.sort((a, b) => b.time - a.time || a.tie - b.tie);
    const data = keyed.slice((page - 1) * limit, page * limit).map(({ issue }) => listItem(issue, seenAt));
    this.#move(now);
    return { data, total: listed.length, page, totalPages: Math.ceil(listed.length / limit) };
  }

  #move(now: number): void {
    const { membership } = this.#switches;
    if (!membership || ++this.#pagesRead % membership.everyPages !== 0 || this.#pagesRead > 40) return;
    if (membership.kind === 'enter') this.add(now);
    else {
      const listed = this.all.filter(({ leftAt }) => now < leftAt);
      const leaving = this.#random.pick(listed);
      if (listed.length > 1) leaving.leftAt = now;
    }
  }
}

/** What an issue was at a time: its first state when that is before it. */
export function stateAt({ states }: StoredIssue, at: number): IssueState {
  const state = states.findLast((one) => one.at <= at) ?? states[0];
  if (!state) throw new Error('an issue without a state');
  return state;
}

export const iso = (at: number) => new Date(at).toISOString();

function listItem(issue: StoredIssue, seenAt: number) {
  const { at, status, priority } = stateAt(issue, seenAt);
  const { issueNumber, createdAt } = issue;
  const title = `Issue ${issueNumber}`;
  return { issueNumber, title, status, priority, reporterName: 'Ada', createdAt: iso(createdAt), updatedAt: iso(at) };
}
