import { capturedNames } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { deepCopy } from '../../platform/deep-copy.ts';
import { parseInput } from '../../platform/input/input-error.ts';
import { object, wholeNumber } from '../../platform/input/schemas.ts';
import type { IssueInput } from '../records.ts';
import type { World } from '../world.ts';
import { bugAt, moveTo } from './demo-issues.ts';

/** Options of {@link world}. */
export interface WorldOptions {
  /** Number of organizations. By default 1. */
  organizations?: number;
  /** Number of projects of each organization. By default 1. */
  projects?: number;
  /** Number of issues of each project. By default 100. */
  issuesPerProject?: number;
}

const size = z.optional(wholeNumber(0));

/** {@link WorldOptions} */
const worldOptions = object({ organizations: size, projects: size, issuesPerProject: size });

const wording = { who: 'Options of world()', hasNo: 'world() has no option', member: 'The option' };

/** One in this many issues is complete; otherwise a large world would not fit in memory. */
const wholeEvery = 50;
const minute = 60_000;
const day = 24 * 60 * minute;
const firstDay = Date.parse('2026-01-01T00:00:00.000Z');
/** The last issues are created in the middle of October, so that their comments lie within the demo's time. */
const span = 285 * day;

/**
 * Returns a world of any size, for load tests: the demo's bugs repeated, with other titles and times. It has organizations
 * `org-1`, `org-2`, … with the API keys `svc_org_1`, `svc_org_2`, …, and projects `prj_1`, `prj_2`, … The first issue of each
 * project, and every 50th after it, has comments and everything captured; the others have none.
 *
 * @example
 * createMock({ world: world({ organizations: 2, issuesPerProject: 1000 }), rateLimit: false });
 *
 * @throws TypeError for unknown options, and for sizes that are not whole numbers.
 */
export function world(options: WorldOptions = {}): World {
  const { organizations = 1, projects = 1, issuesPerProject = 100 } = parseInput(worldOptions, options, wording);
  return {
    organizations: Array.from({ length: organizations }, (_, o) => ({
      id: `00000000-0000-4000-8000-${String(o + 1).padStart(12, '0')}`,
      slug: `org-${o + 1}`,
      name: `Organization ${o + 1}`,
      apiKeys: [{ key: `svc_org_${o + 1}` }],
      projects: Array.from({ length: projects }, (__, i) => o * projects + i + 1).map((p) => ({
        id: `prj_${p}`,
        slug: `project-${p}`,
        name: `Project ${p}`,
        issues: Array.from({ length: issuesPerProject }, (__, i) =>
          // Each project starts with a different bug.
          moveTo(firstDay + Math.floor((i * span) / issuesPerProject), {
            issueNumber: i + 1,
            ...copyOf(bugAt(i + p), i),
          }),
        ),
      })),
    })),
  };
}

function copyOf(bug: IssueInput, index: number): IssueInput {
  if (index % wholeEvery === 0) return deepCopy(bug);
  // A `deepCopy` would take several times as long as the rest of the world.
  const { comments: _comments, jsErrorCount: _count, ...rest } = bug;
  for (const name of capturedNames) delete rest[name];
  return { ...rest, labels: [...(rest.labels ?? [])] };
}
