import { capturedLists } from '@issue-tracking/model';
import type { IssueInput } from '../records.ts';
import { demo } from './demo-world.ts';

/**
 * The demo's bugs that were captured in a browser, without their numbers, for reading only. Sorted by the seconds of their
 * creation, so that neighbours differ in project, age and status.
 */
export const bugs: readonly IssueInput[] = (demo.organizations ?? [])
  .flatMap(({ projects = [] }) => projects.flatMap(({ issues = [] }) => issues))
  .filter(({ consoleLogs = [] }) => consoleLogs.length > 0)
  .map(({ issueNumber, ...issue }) => issue)
  .sort((a, b) => (secondOf(a) < secondOf(b) ? -1 : 1));

function secondOf({ createdAt = '' }: IssueInput): string {
  return createdAt.slice('2026-10-30T17:00:'.length);
}

/** Returns the bug at an index. After the last one they repeat, with a number in the title. */
export function bugAt(index: number): IssueInput {
  const bug = bugs[index % bugs.length] as IssueInput;
  const round = Math.floor(index / bugs.length);
  return round === 0 ? bug : { ...bug, title: `${bug.title} (${round + 1})` };
}

/** Moves all times in an issue, so that it is created at `time`. */
export function moveTo(time: number, issue: IssueInput): IssueInput {
  const offset = time - Date.parse(issue.createdAt ?? '');
  const moved = (date: string) => new Date(Date.parse(date) + offset).toISOString();
  const entries = capturedLists.flatMap((list): object[] => issue[list] ?? []);
  for (const each of [issue, ...(issue.comments ?? []), ...entries]) {
    for (const member of ['createdAt', 'updatedAt', 'timestamp'] as const) {
      const date: unknown = Reflect.get(each, member);
      if (typeof date === 'string') Reflect.set(each, member, moved(date));
    }
  }
  return issue;
}
