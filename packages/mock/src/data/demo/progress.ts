import type { IssuePriority, IssueStatus } from '@issue-tracking/model';
import type { CommentInput } from '../world/entry-inputs.ts';
import type { Random } from './random.ts';
import type { Role } from './scenario.ts';

/** Who has to do with an issue. */
export type People = Readonly<Record<Role, string>>;

/** Something that is said. */
export type Line = readonly [Role, string];

/** What is said about an issue on its way. */
export interface Talk {
  readonly triage: readonly Line[];
  readonly cause: readonly Line[];
  readonly fix: readonly Line[];
  readonly verified: readonly Line[];
}

const blockers: readonly [Line, ...Line[]] = [
  ['developer', 'Blocked: the provider has to enable this for our account first. Ticket is open with them.'],
  ['developer', 'Waiting for the new design before I touch this page again.'],
  ['developer', 'Can’t go on without access to the production logs, asked operations.'],
  ['qa', 'Staging is down since the migration, so nobody can check this right now.'],
  ['developer', 'Depends on the dependency upgrade, which is in review.'],
];

const thanks: readonly [Line, ...Line[]] = [
  ['reporter', 'Works here too, thank you!'],
  ['reporter', 'Confirmed by the customer.'],
  ['qa', 'In the report of this week.'],
];

/** How much sooner something is worked on, as a part of the month. */
const sooner: Readonly<Record<IssuePriority, number>> = { low: -0.15, medium: 0, high: 0.2, critical: 0.55 };

/** How far issues of an age have come; `age` is 0 for the newest of the month and 1 for the oldest. */
export function randomStatus({ weighted }: Random, age: number, priority: IssuePriority): IssueStatus {
  const done = Math.min(1, Math.max(0, age + sooner[priority]));
  return weighted([
    ['open', 8 + 52 * (1 - done)],
    ['in_progress', 5 + 12 * (1 - done)],
    ['blocked', 5],
    ['fix_submitted', 5 + 9 * (1 - done)],
    ['verified', 4 + 5 * done],
    ['closed', 2 + 58 * done],
  ]);
}

/** Which lines have been said by the time an issue has a status. */
export function linesUntil(status: IssueStatus, talk: Talk, { pick, chance }: Random): Line[] {
  const { triage, cause, fix, verified } = talk;
  switch (status) {
    case 'open':
      return chance(45) ? triage.slice(0, 1) : [];
    case 'in_progress':
      return [...triage, ...(chance(60) ? cause : [])];
    case 'blocked':
      return [...triage, pick(blockers)];
    case 'fix_submitted':
      return [...triage, ...cause, ...fix];
    case 'verified':
      return [...triage, ...cause, ...fix, ...verified];
    case 'closed':
      return [...triage, ...cause, ...fix, ...verified, ...(chance(40) ? [pick(thanks)] : [])];
  }
}

/** The lines as comments, some hours after one another, all of them before `end`. */
export function spread(
  lines: readonly Line[],
  people: People,
  created: number,
  end: number,
  { number }: Random,
): CommentInput[] {
  let time = created;
  return lines.map(([role, content], i) => {
    const left = Math.max(0, end - time) / (lines.length - i);
    time += Math.round(left * (number(10, 90) / 100));
    return { content, authorName: people[role], createdAt: new Date(time).toISOString() };
  });
}
