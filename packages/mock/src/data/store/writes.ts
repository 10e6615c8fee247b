import type { IssuePriority, IssueStatus } from '@issue-tracking/model';
import type { CommentRecord, IssueRecord } from './records.ts';
import type { Store } from './store.ts';

/** The changeable state of an issue. */
export interface IssueState {
  readonly status?: IssueStatus | undefined;
  readonly priority?: IssuePriority | undefined;
}

/** A write that reads don't see yet. Plain data, for snapshots. */
export interface PendingWrite {
  readonly projectId: string;
  readonly issueNumber: number;
  /** Time from which reads see it. */
  readonly at: number;
  readonly changes?: Partial<IssueRecord>;
  readonly comment?: CommentRecord;
}

/** Returns the fields that a change of state sets. Setting the present value is a change, too (GAP-34). */
export function stateChanges(
  issue: IssueRecord,
  { status, priority }: IssueState,
  now: number,
): Partial<IssueRecord> & { updatedAt: string } {
  // enforces STA-4
  const updatedAt = new Date(Math.max(now, Date.parse(issue.updatedAt) + 1 || now)).toISOString();
  return { updatedAt, ...(status && { status }), ...(priority && { priority }) };
}

/** Applies writes to issues, immediately or after the lag of a service that reads from a replica (GAP-57). */
export class Writes {
  readonly #store: Store;
  /** Time for which reads don't see a write, in milliseconds. */
  lag: number;
  /** Earliest first. */
  #pending: PendingWrite[] = [];

  constructor(store: Store, lag: number) {
    this.#store = store;
    this.lag = lag;
  }

  change(issue: IssueRecord, changes: Partial<IssueRecord>, now: number): void {
    const { projectId, issueNumber } = issue;
    if (this.lag === 0) this.#store.change('issues', this.applyAllTo(issue), changes);
    else this.#pending.push({ projectId, issueNumber, at: now + this.lag, changes });
    this.#store.revision++;
  }

  addComment(comment: CommentRecord, now: number): void {
    const { projectId, issueNumber } = comment;
    if (this.lag === 0) this.#store.add('comments', comment);
    else this.#pending.push({ projectId, issueNumber, at: now + this.lag, comment });
    this.#store.revision++;
  }

  /** Applies writes that are due. Called before each request. */
  applyDue(now: number): void {
    if (this.#pending.length > 0) this.#apply(({ at }) => at <= now);
  }

  /** Returns an issue with its pending writes, which further writes build on. */
  withPendingWrites(issue: IssueRecord): IssueRecord {
    const { projectId, issueNumber } = issue;
    const its = this.#pending.filter((write) => write.projectId === projectId && write.issueNumber === issueNumber);
    return its.length === 0 ? issue : Object.assign({ ...issue }, ...its.map(({ changes }) => changes));
  }

  /** Applies all pending writes to an issue, so that none overwrites a later immediate write. @returns the issue after them. */
  applyAllTo(issue: IssueRecord): IssueRecord {
    if (this.#pending.length === 0) return issue;
    this.#apply(({ projectId, issueNumber }) => projectId === issue.projectId && issueNumber === issue.issueNumber);
    return this.#store.directory.issue(issue.projectId, issue.issueNumber) ?? issue;
  }

  get pending(): readonly PendingWrite[] {
    return [...this.#pending];
  }

  restore(pending: readonly PendingWrite[]): void {
    this.#pending = [...pending];
  }

  #apply(isDue: (write: PendingWrite) => boolean): void {
    const due = this.#pending.filter(isDue);
    this.#pending = this.#pending.filter((write) => !due.includes(write));
    for (const { projectId, issueNumber, changes, comment } of due) {
      // The issue may have been deleted meanwhile.
      const issue = this.#store.directory.issue(projectId, issueNumber);
      if (issue && changes) this.#store.change('issues', issue, changes);
      if (issue && comment) this.#store.add('comments', comment);
    }
  }
}
