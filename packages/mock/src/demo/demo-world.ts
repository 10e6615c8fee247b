import type { IssueInput, ProjectInput, World } from '../world/world.ts';
import { demoApiKeys, demoUsers } from './credentials.ts';
import { type Draw, draw, referenceDate } from './draw.ts';
import { type DemoProject, demoOrganizations } from './organizations.ts';
import { drawCast, drawTeam, type Team } from './team.ts';
import { tellAgain } from './tell-again.ts';
import { type Setting, tellBug, tellWish } from './tell-issue.ts';

const day = 86_400_000;
const month = 30;

/** Options of {@link demoWorld}. */
export interface DemoWorldOptions {
  /** The same seed gives the same world, on every day and computer. 1 by default. */
  seed?: number;
}

/**
 * A world like a real team's month: October 2026 in three organizations (one of them inactive), six projects and 400
 * issues, most of them browser bug reports with a discussion and everything captured. A virtual clock should stand later.
 *
 * Ids, slugs, API keys and tokens are the same for every seed: `svc_acme_demo` may do everything in `acme`, the others
 * show scopes, expiry and a person in two organizations.
 */
export function demoWorld({ seed = 1 }: DemoWorldOptions = {}): World {
  const drawn = draw(seed);
  return structuredClone({
    organizations: demoOrganizations.map(({ id, slug, name, active, projects }) => {
      const team = drawTeam(drawn);
      const told = projects.map((project) => tellProject(project, team, drawn));
      return { id, slug, name, active, projects: told, apiKeys: [...(demoApiKeys[slug] ?? [])] };
    }),
    users: [...demoUsers],
  });
}

function tellProject(project: DemoProject, team: Team, drawn: Draw): ProjectInput {
  const { id, slug, name, description, createdAt } = project;
  const dates = Array.from({ length: project.issues }, () => drawDate(drawn)).sort();
  const wishes = drawn.faker.helpers.shuffle(project.wishes.flatMap((list) => list(drawn)));
  const numbers = new Map<string, number>();

  function tellNew(date: string): IssueInput {
    const wish = drawn.chance(20) ? wishes.pop() : undefined;
    const setting = settingOf(project, team, date, drawn);
    const told = wish ? tellWish(wish, setting, drawn) : tellBug(drawn.pick(project.scenarios), setting, drawn);
    const earlier = numbers.get(told.title);
    const issue = earlier === undefined ? told : tellAgain(told, date, earlier, drawn);
    return numbers.has(issue.title) ? tellNew(date) : issue;
  }

  const issues = dates.map((date, i) => {
    const issue = tellNew(date);
    numbers.set(issue.title, i + 1);
    return { issueNumber: i + 1, ...issue };
  });
  return { id, slug, name, description, createdAt, issues };
}

function settingOf({ origin }: DemoProject, team: Team, createdAt: string, drawn: Draw): Setting {
  const age = (Date.parse(referenceDate) - Date.parse(createdAt)) / (month * day);
  return { origin, cast: drawCast(team, drawn), age, createdAt };
}

/** Some time within the month, mostly on workdays and by day. */
function drawDate({ number, chance }: Draw): string {
  const end = Date.parse(referenceDate);
  for (;;) {
    const date = new Date(end - number(1, month * day));
    const isOff = [0, 6].includes(date.getUTCDay()) || date.getUTCHours() < 7 || date.getUTCHours() > 18;
    if (!isOff || chance(4)) return date.toISOString();
  }
}
