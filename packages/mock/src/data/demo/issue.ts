import type { IssueInput } from '../world/world.ts';
import { generateBug } from './generate-issue.ts';
import { demoOrganizations } from './organizations.ts';
import { type Random, referenceDate, seededRandom } from './random.ts';
import { choosePeople, randomTeam } from './team.ts';

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
 * `overrides` says stands; the rest is generated to fit its `status` and `createdAt`, which is in the month before 2026-10-30 unless given.
 *
 * @example
 * await mock.tenant({ issues: [issue({ status: 'open', priority: 'critical' }), issue()] });
 */
export function issue(overrides: Partial<IssueInput> = {}, { seed = ++calls }: IssueOptions = {}): IssueInput {
  const generated = generateAnyBug(seededRandom(seed), overrides);
  const { assigneeName } = overrides;
  if (assigneeName !== undefined) generated.assignees = assigneeName === '' ? [] : [assigneeName];
  return { ...generated, ...overrides };
}

/** A bug of any project, by the people and with the dates that are given. */
export function generateAnyBug(random: Random, given: Partial<IssueInput> = {}): IssueInput {
  const hours = random.number(1, monthHours);
  const people = choosePeople(randomTeam(random), random);
  const setting = {
    origin: 'https://app.example',
    people: {
      ...people,
      reporter: given.reporterName ?? people.reporter,
      developer: given.assigneeName || people.developer,
    },
    status: given.status,
    age: hours / monthHours,
    createdAt: given.createdAt ?? new Date(Date.parse(referenceDate) - hours * hour).toISOString(),
  };
  return generateBug(random.pick(scenarios), setting, random);
}
