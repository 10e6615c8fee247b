import type { IssueInput, World } from '../world/world.ts';
import { generateAnyBug } from './issue.ts';
import { seededRandom } from './random.ts';

/** Options of {@link world}. */
export interface WorldOptions {
  /** 1 by default. */
  organizations?: number;
  /** In all, spread evenly over the organizations; one for each of them by default. */
  projects?: number;
  /** 100 by default. */
  issuesPerProject?: number;
  /** The same seed gives the same world. 1 by default. */
  seed?: number;
}

/** How many different issues a world for load repeats, with other numbers and dates. */
const different = 200;
/** One of so many issues keeps its comments and what was captured; with all, a large world would not fit. */
const wholeEvery = 50;
const minute = 60_000;

/**
 * A world of any size, for load: organizations `org-1`, `org-2`, … with the API keys `svc_org_1`, `svc_org_2`, … and
 * projects `prj_1`, `prj_2`, … One issue in 50 has its comments and everything captured, the others none.
 *
 * @example
 * createMock({ world: world({ organizations: 2, issuesPerProject: 1000 }), rateLimit: false });
 *
 * @throws TypeError for sizes that are no whole numbers.
 */
export function world({
  organizations = 1,
  projects = organizations,
  issuesPerProject = 100,
  seed = 1,
}: WorldOptions = {}): World {
  for (const [name, size] of Object.entries({ organizations, projects, issuesPerProject })) {
    if (!(Number.isSafeInteger(size) && size >= 0)) throw new TypeError(`${name} must be a whole number from 0.`);
  }
  const random = seededRandom(seed);
  const generated = Array.from({ length: Math.min(different, issuesPerProject) }, () => generateAnyBug(random));
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  // The year before the reference date, however many issues.
  const step = Math.max(1, Math.floor((300 * 24 * 60 * minute) / issuesPerProject));
  return {
    organizations: Array.from({ length: organizations }, (_, o) => ({
      id: `00000000-0000-4000-8000-${String(o + 1).padStart(12, '0')}`,
      slug: `org-${o + 1}`,
      name: `Organization ${o + 1}`,
      apiKeys: [{ key: `svc_org_${o + 1}` }],
      projects: numbersFor(o, organizations, projects).map((p) => ({
        id: `prj_${p}`,
        slug: `project-${p}`,
        name: `Project ${p}`,
        issues: Array.from({ length: issuesPerProject }, (__, i) =>
          variation(
            generated[(i + p) % generated.length] as IssueInput,
            i + 1,
            new Date(start + i * step).toISOString(),
          ),
        ),
      })),
    })),
  };
}

/** The numbers of an organization's projects, when all of them are dealt out in turn. */
function numbersFor(organization: number, organizations: number, projects: number): number[] {
  const numbers = [];
  for (let p = organization; p < projects; p += organizations) numbers.push(p + 1);
  return numbers;
}

function variation(generated: IssueInput, issueNumber: number, createdAt: string): IssueInput {
  if (issueNumber % wholeEvery === 0) return { ...generated, issueNumber };
  const { title, description, status, priority, labels, assignees, reporterName, assigneeName } = generated;
  const { pageUrl, browserInfo, osInfo, viewportSize } = generated;
  return {
    issueNumber,
    title,
    description,
    status,
    priority,
    labels,
    assignees,
    reporterName,
    assigneeName,
    pageUrl,
    browserInfo,
    osInfo,
    viewportSize,
    createdAt,
    updatedAt: createdAt,
  };
}
