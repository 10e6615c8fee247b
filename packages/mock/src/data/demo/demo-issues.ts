import type { IssueInput } from '../world/world.ts';
import { demo } from './demo-world.ts';

/**
 * The demo's bugs that were captured in a browser, without their numbers, for reading only. They are sorted by the second
 * of their creation, so neighbours differ in project, age and status.
 */
export const bugs: readonly IssueInput[] = (demo.organizations ?? [])
  .flatMap(({ projects = [] }) => projects.flatMap(({ issues = [] }) => issues))
  .filter(({ consoleLogs = [] }) => consoleLogs.length > 0)
  .map(({ issueNumber, ...issue }) => issue)
  .sort((a, b) => (secondOf(a) < secondOf(b) ? -1 : 1));

function secondOf({ createdAt = '' }: IssueInput): string {
  return createdAt.slice('2026-10-30T17:00:'.length);
}

/** The bug at an index that goes on after the last: then they come again, with another title. */
export function bugAt(index: number): IssueInput {
  const bug = bugs[index % bugs.length] as IssueInput;
  const round = Math.floor(index / bugs.length);
  return round === 0 ? bug : { ...bug, title: `${bug.title} (${round + 1})` };
}

/** Changes an issue to what it would be if it had been created at another time: all times in it move along. */
export function moveTo(time: number, issue: IssueInput): IssueInput {
  const offset = time - Date.parse(issue.createdAt ?? '');
  const moved = (date: string) => new Date(Date.parse(date) + offset).toISOString();
  const { comments = [], consoleLogs = [], networkLogs = [], userActions = [] } = issue;
  for (const each of [issue, ...comments]) if (each.createdAt) each.createdAt = moved(each.createdAt);
  if (issue.updatedAt) issue.updatedAt = moved(issue.updatedAt);
  for (const each of [...consoleLogs, ...networkLogs, ...userActions]) {
    if (each.timestamp) each.timestamp = moved(each.timestamp);
  }
  return issue;
}
