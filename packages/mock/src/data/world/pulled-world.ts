import * as z from 'zod/mini';
import { problemsOf } from '../../platform/input/problems.ts';
import { flag, list, name, object, wholeNumber } from '../../platform/input/schemas.ts';
import type { CheckedIssue, CheckedWorld } from './checked-world.ts';
import type { UserInput, World } from './world.ts';
import type { WorldProblem } from './world-error.ts';
import { fileMembers, organizationInput, projectInput, userInput, worldSchema } from './world-schema.ts';

/**
 * Data as a service returned it: `null`, missing members, and values and members outside v1 stay, and no defaults are added. Ids,
 * slugs and issue numbers are required, because paths use them.
 *
 * @example
 * const world: PulledWorld = {
 *   form: 'pulled',
 *   organizations: [{ id: '7', slug: 'acme', name: 'Acme', projects: [{ id: 'prj_web', issues: [{ issueNumber: 1 }] }] }],
 * };
 */
export interface PulledWorld extends Omit<World, 'organizations'> {
  form: 'pulled';
  /** None by default. */
  organizations?: PulledOrganization[] | undefined;
}

/** An organization of a {@link PulledWorld}. */
export interface PulledOrganization {
  id: string;
  slug: string;
  /** `true` by default. */
  active?: boolean | undefined;
  /** None by default. */
  projects?: PulledProject[] | undefined;
  /** None by default: services don't return them. */
  apiKeys?: NonNullable<World['organizations']>[number]['apiKeys'];
  [member: string]: unknown;
}

/** A project of a {@link PulledWorld}. */
export interface PulledProject {
  /** Used in paths. */
  id: string;
  /** Members in the service's response, in its order. By default those of v1, then added ones. */
  shows?: string[] | undefined;
  /** None by default. */
  issues?: PulledIssue[] | undefined;
  [member: string]: unknown;
}

/** An issue of a {@link PulledWorld}, with its comments and captured entries. */
export interface PulledIssue {
  issueNumber: number;
  /**
   * Members of the issue in the service's list and detail responses, in its order. Responses of the mock have these, with missing
   * values unchanged. By default those of v1 by the behavior options, then added ones.
   */
  shows?: { list: string[]; detail: string[] } | undefined;
  /** Each list is empty by default. */
  comments?: object[] | undefined;
  consoleLogs?: object[] | undefined;
  networkLogs?: object[] | undefined;
  screenshots?: object[] | undefined;
  userActions?: object[] | undefined;
  /** `null` by default. */
  techContext?: object | null | undefined;
  [member: string]: unknown;
}

const entry = z.looseObject({}, 'must be an object');
const names = z.array(z.string('must be the name of a member'), 'must be a list of names');
const pulledIssue = z.looseObject(
  {
    issueNumber: wholeNumber(1),
    shows: z.optional(z.object({ list: names, detail: names }, 'must be an object of two lists of names')),
    comments: list(entry),
    consoleLogs: list(entry),
    networkLogs: list(entry),
    screenshots: list(entry),
    userActions: list(entry),
    techContext: z.optional(z.nullable(entry)),
  },
  'must be an object',
);
const pulledProject = z.looseObject(
  { id: projectInput.def.shape.id, shows: z.optional(names), issues: list(pulledIssue) },
  'must be an object',
);
const pulledOrganization = z.looseObject(
  {
    id: name,
    slug: name,
    active: z.optional(flag),
    projects: list(pulledProject),
    apiKeys: organizationInput.def.shape.apiKeys,
  },
  'must be an object',
);

/** The lenient form of a world file. */
export const pulledWorldSchema = object({
  ...fileMembers,
  form: z.literal('pulled', 'must be "pulled", or left out'),
  organizations: list(pulledOrganization),
  users: list(userInput),
});

/** Whether a world has the pulled form. */
export function isPulled(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'form' in input;
}

/** Converts pulled data to a checked world, unchanged. `fill` adds defaults to keys and users, which no service returns. */
export function takePulled(
  { organizations = [], users = [] }: z.infer<typeof pulledWorldSchema>,
  fill: (world: World) => CheckedWorld,
): CheckedWorld {
  // A deep copy: the schema copies only known members.
  const taken = structuredClone(organizations).map(
    ({ active = true, projects = [], apiKeys = [], ...organization }) => ({
      ...organization,
      active,
      apiKeys: fill({ organizations: [{ ...organization, name: '', apiKeys }] }).organizations.flatMap(
        (of) => of.apiKeys,
      ),
      projects: projects.map(({ issues = [], ...project }) => ({ ...project, issues: issues.map(takeIssue) })),
    }),
  );
  // The casts are safe because all code that reads pulled data allows for differences from v1.
  return { organizations: taken as CheckedWorld['organizations'], users: fill({ users: users as UserInput[] }).users };
}

function takeIssue(issue: z.infer<typeof pulledIssue>): CheckedIssue {
  const { comments = [], consoleLogs = [], networkLogs = [], screenshots = [], userActions = [], techContext } = issue;
  const lists = { comments, consoleLogs, networkLogs, screenshots, userActions };
  // The cast is safe because all code that reads pulled data allows for differences from v1.
  return { jsErrorCount: 0, ...issue, ...lists, techContext: techContext ?? null } as unknown as CheckedIssue;
}

/**
 * Lists the places where a pulled world differs from v1, each with its rule and its value. Of any other world the list is empty,
 * because differences are rejected there.
 *
 * @param world A world, or the parsed content of a world file.
 */
export function specDeviations(world: unknown): WorldProblem[] {
  if (!isPulled(world)) return [];
  const { form: _form, ...exact } = world as PulledWorld;
  const { error } = worldSchema.safeParse(exact);
  if (!error) return [];
  // These two members exist only in the pulled form.
  return problemsOf(error, exact).filter(({ path }) => !/\]\.(metadataSummary|shows)$/.test(path));
}
