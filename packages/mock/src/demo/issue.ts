import type { IssueInput } from '../world/world.ts';
import { type Draw, draw, referenceDate } from './draw.ts';
import { demoOrganizations } from './organizations.ts';
import { drawCast, drawTeam } from './team.ts';
import { tellBug } from './tell-issue.ts';

const scenarios = demoOrganizations.flatMap(({ projects }) => projects.flatMap((project) => project.scenarios));
const hour = 3_600_000;
const monthHours = 30 * 24;

let calls = 0;

/** Options of {@link issue}. */
export interface IssueOptions {
  /** The same seed gives the same issue. By default every call gives the next one of a fixed sequence. */
  seed?: number;
}

/**
 * A browser bug report with a discussion and everything captured, for a world, a tenant or the dashboard. What
 * `overrides` says stands; the rest is told to fit its `status` and `createdAt`, which is in the month before 2026-10-30 unless given.
 *
 * @example
 * await mock.tenant({ issues: [issue({ status: 'open', priority: 'critical' }), issue()] });
 */
export function issue(overrides: Partial<IssueInput> = {}, { seed = ++calls }: IssueOptions = {}): IssueInput {
  const told = tellAny(draw(seed), overrides);
  const { assigneeName } = overrides;
  if (assigneeName !== undefined) told.assignees = assigneeName === '' ? [] : [assigneeName];
  return { ...told, ...overrides };
}

/** A bug of any project, by the people and with the dates that are given. */
export function tellAny(drawn: Draw, given: Partial<IssueInput> = {}): IssueInput {
  const hours = drawn.number(1, monthHours);
  const cast = drawCast(drawTeam(drawn), drawn);
  const setting = {
    origin: 'https://app.example',
    cast: { ...cast, reporter: given.reporterName ?? cast.reporter, developer: given.assigneeName || cast.developer },
    status: given.status,
    age: hours / monthHours,
    createdAt: given.createdAt ?? new Date(Date.parse(referenceDate) - hours * hour).toISOString(),
  };
  return tellBug(drawn.pick(scenarios), setting, drawn);
}
