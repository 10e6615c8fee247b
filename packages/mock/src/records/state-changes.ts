import type { IssuePriority, IssueStatus } from '@issue-tracking/model';
import type { IssueRecord } from './records.ts';

/** The changeable state of an issue. */
interface IssueState {
  readonly status?: IssueStatus | undefined;
  readonly priority?: IssuePriority | undefined;
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
