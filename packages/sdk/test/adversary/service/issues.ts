import { plainIssue, type StoredIssue } from '../../../../../tools/spec-service/data.ts';

/** State of an issue from `at` on. */
export interface IssueState {
  readonly at: number;
  readonly status: string;
  readonly priority: string;
  readonly by: 'client' | 'person';
  /** Name that the client gave the update. */
  readonly update?: string | undefined;
}

/** An issue with its history. */
export interface TrackedIssue extends StoredIssue {
  /** Time at which the issue leaves the list. */
  leftAt: number;
  readonly states: IssueState[];
}

/** The issues of one project. */
export class IssueStore {
  readonly #issues: StoredIssue[];
  readonly #tracked = new Map<number, TrackedIssue>();

  constructor(issues: StoredIssue[]) {
    this.#issues = issues;
  }

  get all(): readonly TrackedIssue[] {
    return [...this.#tracked.values()];
  }

  /** Adds an issue. Many have the same time, so that there are ties. */
  add(at: number): TrackedIssue {
    const plain = plainIssue(this.#tracked.size + 1, at);
    const state: IssueState = { at, status: plain.status, priority: plain.priority, by: 'person' };
    const issue = { ...plain, leftAt: Number.POSITIVE_INFINITY, states: [state] };
    this.#issues.push(issue);
    this.#tracked.set(issue.number, issue);
    return issue;
  }

  find(number: number): TrackedIssue | undefined {
    return this.#tracked.get(number);
  }

  change(issue: TrackedIssue, to: Omit<IssueState, 'status' | 'priority'> & Partial<IssueState>): IssueState {
    const last = stateAt(issue, Number.POSITIVE_INFINITY);
    const state = { ...last, update: undefined, ...to, at: Math.max(to.at, last.at + 1) };
    issue.states.push(state);
    Object.assign(issue, fieldsOf(state));
    return state;
  }
}

/** Returns the state of an issue at a time, the first state before that. */
export function stateAt({ states }: TrackedIssue, at: number): IssueState {
  const state = states.findLast((one) => one.at <= at) ?? states[0];
  if (!state) throw new Error('an issue without a state');
  return state;
}

/** Returns an issue as a read shows it that sees the state at a time. */
export function issueAt(issue: TrackedIssue, at: number): TrackedIssue {
  return { ...issue, ...fieldsOf(stateAt(issue, at)) };
}

function fieldsOf({ status, priority, at }: IssueState) {
  return { status, priority, updatedAt: at };
}
