import { deepCopy } from '../../platform/deep-copy.ts';
import type { IssueInput } from '../records.ts';
import { bugAt, bugs, moveTo } from './demo-issues.ts';

let nextIndex = 0;

/**
 * Returns the next bug of the demo world, with its discussion and everything captured, for a world, a tenant or the dashboard.
 * After the last one they repeat, with " (2)" after the title.
 *
 * @param overrides Fields to set. A `status` selects the next bug with that status, a `createdAt` moves all other times along,
 * and `reporterName` and `assigneeName` also change the authors of comments.
 *
 * @example
 * await mock.tenant({ issues: [issue({ status: 'open', priority: 'critical' }), issue()] });
 */
export function issue(overrides: Partial<IssueInput> = {}): IssueInput {
  const bug = deepCopy(nextBug(overrides.status));
  const time = Date.parse(overrides.createdAt ?? '');
  // Invalid dates are reported with their path when the world is parsed.
  if (!Number.isNaN(time)) moveTo(time, bug);
  const { assignees, reporterName, assigneeName = assignees ? (assignees[0] ?? '') : bug.assigneeName } = overrides;
  const names = new Map([
    [bug.reporterName, reporterName],
    [bug.assigneeName, assigneeName],
  ]);
  return {
    ...bug,
    comments: bug.comments?.map((each) => ({ ...each, authorName: names.get(each.authorName) || each.authorName })),
    assigneeName,
    assignees: assigneeName ? [assigneeName] : [],
    ...overrides,
  };
}

/** Returns the next bug with a status, or the next one if none has it. */
function nextBug(status: IssueInput['status']): IssueInput {
  const passed = bugs.findIndex((_, i) => status === undefined || bugAt(nextIndex + i).status === status);
  nextIndex += Math.max(0, passed) + 1;
  return bugAt(nextIndex - 1);
}
