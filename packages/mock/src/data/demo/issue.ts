import type { IssueInput } from '../world/world.ts';
import { bugAt, bugs, moveTo } from './demo-issues.ts';

let nextIndex = 0;

/**
 * Returns the next bug of the demo world, with its discussion and everything captured, for a world, a tenant or the dashboard.
 * After the last one they repeat, with " (2)" after the titles.
 *
 * @param overrides Fields to set. Some others follow: with a `status` it is the next bug that has it, with a `createdAt` all
 * times move along, and the comments have the `reporterName` and `assigneeName` too.
 *
 * @example
 * await mock.tenant({ issues: [issue({ status: 'open', priority: 'critical' }), issue()] });
 */
export function issue(overrides: Partial<IssueInput> = {}): IssueInput {
  const bug = structuredClone(nextBug(overrides.status));
  const time = Date.parse(overrides.createdAt ?? '');
  // A date that can't be read is refused by the world, which says where it stands.
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

/** The next bug that has a status, or just the next when none has it. */
function nextBug(status: IssueInput['status']): IssueInput {
  const passed = bugs.findIndex((_, i) => status === undefined || bugAt(nextIndex + i).status === status);
  nextIndex += Math.max(0, passed) + 1;
  return bugAt(nextIndex - 1);
}
