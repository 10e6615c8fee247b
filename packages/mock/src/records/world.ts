import { deepCopy } from '../platform/deep-copy.ts';
import { problemsOf } from '../platform/input/problems.ts';
import { newerFormat } from './file-format.ts';
import type { OrganizationInput, UserInput } from './records.ts';
import { WorldError, type WorldProblem } from './world-error.ts';
import { worldProblems } from './world-references.ts';
import { pulledWorldSchema, schemaFor, worldSchema } from './world-schema.ts';

/**
 * The initial data of a mock, and the form of a world file. Everything has a default. Unknown members are rejected, so that a
 * typo doesn't silently select one.
 *
 * @example
 * const world: World = {
 *   organizations: [
 *     {
 *       slug: 'acme',
 *       projects: [{ id: 'prj_web', issues: [{ title: 'Checkout hangs', priority: 'high' }] }],
 *       apiKeys: [{ key: 'svc_ci', scopes: ['projects:read', 'issues:read'] }],
 *     },
 *   ],
 * };
 */
export interface World {
  /** Version of the format. By default 1. Newer versions are rejected. */
  formatVersion?: number | undefined;
  /** None by default. */
  organizations?: OrganizationInput[] | undefined;
  /** Users with OAuth access tokens. None by default. */
  users?: UserInput[] | undefined;
  /** Position in the sequence of generated ids, in an exported world: a mock of it gives no id again. */
  idPosition?: number | undefined;
}

/**
 * Data as a service returned it: `null`, missing members, and values and members outside v1 stay, and no defaults are added. Ids,
 * slugs and issue numbers are required, because paths use them. A record may have `shows`, the members of the service's response
 * in its order.
 */
export interface PulledWorld extends Omit<World, 'organizations'> {
  form: 'pulled';
  organizations?: PulledOrganization[] | undefined;
}
/** An organization of a {@link PulledWorld}. */
export interface PulledOrganization extends Pick<OrganizationInput, 'active' | 'apiKeys'> {
  id: string;
  slug: string;
  projects?: PulledProject[] | undefined;
  [member: string]: unknown;
}
/** A project of a {@link PulledWorld}. */
export interface PulledProject {
  id: string;
  shows?: readonly string[] | undefined;
  issues?: PulledIssue[] | undefined;
  [member: string]: unknown;
}
/** An issue of a {@link PulledWorld}, with its comments and captured entries. */
export interface PulledIssue {
  issueNumber: number;
  shows?: { readonly list: readonly string[]; readonly detail: readonly string[] } | undefined;
  [member: string]: unknown;
}

/** Whether a world has the pulled form. */
export function isPulled(input: unknown): input is PulledWorld {
  return typeof input === 'object' && input !== null && 'form' in input;
}

/** Checks the records of a world, and returns a copy. @throws WorldError that names the path of each mistake. */
export function parseRecords(input: unknown): World | PulledWorld {
  const newer = newerFormat(input);
  // Other problems would be misleading in an unknown format.
  if (newer !== undefined) throw new WorldError([{ path: 'formatVersion', message: newer }]);
  const result = (isPulled(input) ? pulledWorldSchema : schemaFor(input)).safeParse(input);
  const problems = [...(result.error ? problemsOf(result.error, input) : []), ...problemsAcross(input)];
  if (!result.success || problems.length > 0) throw new WorldError(problems, 'world', adviceFor(input));
  // The schema accepts nothing else.
  const { $schema: _schema, formatVersion: _version, ...rest } = result.data as World & { $schema?: string };
  // The schema copies only known members of pulled data.
  return { organizations: [], users: [], ...(isPulled(input) ? deepCopy(rest) : rest) };
}

function problemsAcross(input: unknown) {
  return worldProblems(input, isPulled(input));
}

/** Advice for an invalid world. */
function adviceFor(input: unknown): string | undefined {
  if (typeof input === 'string') return 'A world must be an object: pass the result of JSON.parse().';
  if (typeof input !== 'object' || input === null || Array.isArray(input) || isPulled(input)) return undefined;
  const asPulled = { ...input, form: 'pulled' };
  if (!pulledWorldSchema.safeParse(asPulled).success || problemsAcross(asPulled).length > 0) return undefined;
  return "Correct them, or add `form: 'pulled'` for data copied from a service, which is then not checked against v1.";
}

/**
 * Lists the places where a pulled world differs from v1, each with its rule and its value. Of any other world the list is empty,
 * because differences are rejected there.
 *
 * @param world A world, or the parsed content of a world file.
 */
export function specDeviations(world: unknown): WorldProblem[] {
  if (!isPulled(world)) return [];
  const { form: _form, ...exact } = world;
  const { error } = worldSchema.safeParse(exact);
  if (!error) return [];
  // These two members exist only in the pulled form.
  return problemsOf(error, exact).filter(({ path }) => !/\]\.(metadataSummary|shows)$/.test(path));
}
