import type { IssueInput, ProjectInput, World } from '../world/world.ts';
import { demoApiKeys, demoUsers } from './credentials.ts';
import { generateDuplicate } from './generate-duplicate.ts';
import { generateBug, generateFeatureRequest, type Setting } from './generate-issue.ts';
import { type DemoProject, demoOrganizations } from './organizations.ts';
import { type Random, referenceDate, seededRandom } from './random.ts';
import { choosePeople, randomTeam, type Team } from './team.ts';

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
  const random = seededRandom(seed);
  return structuredClone({
    organizations: demoOrganizations.map(({ id, slug, name, active, projects }) => {
      const team = randomTeam(random);
      const generated = projects.map((project) => generateProject(project, team, random));
      return { id, slug, name, active, projects: generated, apiKeys: [...(demoApiKeys[slug] ?? [])] };
    }),
    users: [...demoUsers],
  });
}

function generateProject(project: DemoProject, team: Team, random: Random): ProjectInput {
  const { id, slug, name, description, createdAt } = project;
  const dates = Array.from({ length: project.issues }, () => randomDate(random)).sort();
  const featureRequests = random.faker.helpers.shuffle(project.featureRequests.flatMap((list) => list(random)));
  const numbers = new Map<string, number>();

  function generateNew(date: string): IssueInput {
    const featureRequest = random.chance(20) ? featureRequests.pop() : undefined;
    const setting = settingOf(project, team, date, random);
    const generated = featureRequest
      ? generateFeatureRequest(featureRequest, setting, random)
      : generateBug(random.pick(project.scenarios), setting, random);
    const earlier = numbers.get(generated.title);
    const issue = earlier === undefined ? generated : generateDuplicate(generated, date, earlier, random);
    return numbers.has(issue.title) ? generateNew(date) : issue;
  }

  const issues = dates.map((date, i) => {
    const issue = generateNew(date);
    numbers.set(issue.title, i + 1);
    return { issueNumber: i + 1, ...issue };
  });
  return { id, slug, name, description, createdAt, issues };
}

function settingOf({ origin }: DemoProject, team: Team, createdAt: string, random: Random): Setting {
  const age = (Date.parse(referenceDate) - Date.parse(createdAt)) / (month * day);
  return { origin, people: choosePeople(team, random), age, createdAt };
}

/** Some time within the month, mostly on workdays and by day. */
function randomDate({ number, chance }: Random): string {
  const end = Date.parse(referenceDate);
  for (;;) {
    const date = new Date(end - number(1, month * day));
    const isOff = [0, 6].includes(date.getUTCDay()) || date.getUTCHours() < 7 || date.getUTCHours() > 18;
    if (!isOff || chance(4)) return date.toISOString();
  }
}
