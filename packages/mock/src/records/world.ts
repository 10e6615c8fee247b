import { captured, capturedLists } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { type Problem, pathText, problem, problemsOf } from '../platform/input/problems.ts';
import { flag, list, name, object, text, wholeNumber } from '../platform/input/schemas.ts';
import { formatVersion, newerFormat } from './file-format.ts';
import type { Ids } from './ids.ts';
import { isStrict, plantWorld } from './plant.ts';
import {
  childLists,
  inputSchema,
  kindsIn,
  members,
  type OrganizationInput,
  placements,
  type RecordKind,
  type UserInput,
} from './records.ts';
import type { Store } from './store.ts';
import { WorldError, type WorldProblem } from './world-error.ts';

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

/** Members of all files: the JSON Schema for editors, and the version of the format. */
const fileMembers = { $schema: z.optional(text), formatVersion: z.optional(wholeNumber(1, formatVersion)) };
const optional = (shape: Record<string, z.ZodMiniType>) =>
  Object.fromEntries(Object.entries(shape).map(([member, schema]) => [member, z.optional(schema)]));

/** A world file. */
export const worldSchema: z.ZodMiniType = object({ ...fileMembers, ...optional(childLists(undefined)) });

const anyObject = z.looseObject({}, 'must be an object');
const names = z.array(z.string('must be the name of a member'), 'must be a list of names');
const capturedAsIs = Object.entries(captured).map(([part, { many }]) => [
  part,
  many ? list(anyObject) : z.optional(z.nullable(anyObject)),
]);

/** What data of a service must have, by kind: what paths and lists are made of. */
const asIs: Partial<Record<RecordKind, Record<string, z.ZodMiniType>>> = {
  organizations: { id: name, slug: name, active: z.optional(flag) },
  projects: { id: members.projects['id'] as z.ZodMiniType, shows: z.optional(names) },
  issues: {
    issueNumber: wholeNumber(1),
    shows: z.optional(z.object({ list: names, detail: names }, 'must be an object of two lists of names')),
    ...Object.fromEntries(capturedAsIs),
  },
};

/** Returns the tolerant form of a kind's schema. */
function pulledSchema(kind: RecordKind): z.ZodMiniType {
  if (isStrict(kind)) return inputSchema(kind);
  const lists = kindsIn(kind).map((below) => [below, list(pulledSchema(below))]);
  return z.looseObject({ ...asIs[kind], ...Object.fromEntries(lists) }, 'must be an object');
}

/** The tolerant form of a world file. */
export const pulledWorldSchema: z.ZodMiniType = object({
  ...fileMembers,
  form: z.literal('pulled', 'must be "pulled", or left out'),
  organizations: list(pulledSchema('organizations')),
  users: list(pulledSchema('users')),
});

/** Whether a world has the pulled form. */
export function isPulled(input: unknown): input is PulledWorld {
  return typeof input === 'object' && input !== null && 'form' in input;
}

/**
 * Checks a world, such as the parsed content of a world file. Returns a copy, which `createMock` accepts.
 *
 * @param input The parsed JSON.
 *
 * @throws WorldError that names the path of each mistake.
 */
export function parseWorld(input: unknown): World | PulledWorld {
  const world = isPulled(input) ? checked(pulledWorldSchema, input) : checked(strictFor(input), input);
  // The schema copies only known members of pulled data.
  const { $schema: _schema, formatVersion: _version, ...rest } = world as World & { $schema?: string };
  return { organizations: [], users: [], ...(isPulled(input) ? structuredClone(rest) : rest) };
}

/** Replaces all records by those of a world. @throws WorldError before anything has changed. */
export function loadWorld({ store, ids, now }: { store: Store; ids: Ids; now: number }, world: unknown): void {
  plantChecked({ store, ids, now }, parseWorld(world));
}

/** Replaces all records by those of a checked world. */
export function plantChecked(
  { store, ids, now }: { store: Store; ids: Ids; now: number },
  world: World | PulledWorld,
): void {
  const reserved = new Map<string, Set<string>>();
  visitRecords(world, undefined, [], ({ kind, value }) => {
    for (const [member, what] of Object.entries(placements[kind].unique)) {
      const name = memberOf(value, member);
      if (typeof name !== 'string') continue;
      reserved.set(what, (reserved.get(what) ?? new Set()).add(name));
    }
  });
  store.clear();
  for (const taken of reserved.values()) ids.avoid(taken);
  plantWorld({ store, ids, now, isInitial: true, isPulled: isPulled(world), reserved }, world);
}

function checked(schema: z.ZodMiniType, input: unknown): World | PulledWorld {
  const newer = newerFormat(input);
  // Other problems would be misleading in an unknown format.
  if (newer !== undefined) throw new WorldError([{ path: 'formatVersion', message: newer }]);
  const result = schema.safeParse(input);
  const problems = [...(result.error ? problemsOf(result.error, input) : []), ...referenceProblems(input)];
  if (!result.success || problems.length > 0) throw new WorldError(problems, 'world', adviceFor(input));
  return result.data as World | PulledWorld;
}

/** Advice for an invalid world. */
function adviceFor(input: unknown): string | undefined {
  if (typeof input === 'string') return 'A world must be an object: pass the result of JSON.parse().';
  if (typeof input !== 'object' || input === null || Array.isArray(input) || isPulled(input)) return undefined;
  const asPulled = { ...input, form: 'pulled' };
  if (!pulledWorldSchema.safeParse(asPulled).success || referenceProblems(asPulled).length > 0) return undefined;
  return "Correct them, or add `form: 'pulled'` for data copied from a service, which is then not checked against v1.";
}

/** Number of issues from which compiling the schema pays off: it takes as long as checking about a thousand uncompiled. */
const worthCompiling = 1000;
let compiled: z.ZodMiniType | undefined;

function strictFor(input: unknown): z.ZodMiniType {
  let issues = 0;
  for (const organization of elements(input, 'organizations'))
    for (const project of elements(organization, 'projects')) issues += elements(project, 'issues').length;
  if (issues < worthCompiling) return worldSchema;
  compiled ??= z.compile(worldSchema);
  return compiled;
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

type Path = readonly PropertyKey[];
interface FoundRecord {
  readonly kind: RecordKind;
  readonly value: unknown;
  readonly path: Path;
  readonly parent: unknown;
}

/** Calls back with all records of a world, of any type. */
function visitRecords(
  owner: unknown,
  above: RecordKind | undefined,
  at: Path,
  visit: (found: FoundRecord) => void,
): void {
  for (const kind of kindsIn(above)) {
    for (const [index, value] of elements(owner, kind).entries()) {
      const path = [...at, kind, index];
      visit({ kind, value, path, parent: owner });
      visitRecords(value, kind, path, visit);
    }
  }
}

/**
 * Returns the problems across records of a world: duplicates, and references to missing records. Accepts any input and skips
 * parts of a wrong type, so that these problems are reported together with the schema's.
 */
export function referenceProblems(world: unknown, root?: RecordKind): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<unknown, Map<unknown, Path>>();
  const unique = (what: unknown, value: unknown, at: Path) => {
    if (value === undefined) return;
    const taken = seen.get(what) ?? new Map<unknown, Path>();
    seen.set(what, taken);
    const first = taken.get(value);
    if (first) problems.push(problem(at, `must be unique: ${pathText(first)} is the same`, value));
    else taken.set(value, at);
  };
  const slugs = elements(world, 'organizations').map((organization) => memberOf(organization, 'slug'));
  visitRecords(world, root, [], ({ kind, value, path, parent }) => {
    // Ids of a service may differ from v1; only those of paths must be unique.
    const isExact = !isPulled(world) || isStrict(kind) || kind === 'organizations' || kind === 'projects';
    for (const [member, what] of isExact ? Object.entries(placements[kind].unique) : []) {
      const found = memberOf(value, member);
      unique(what, what === 'organization' ? lower(found) : found, [...path, member]);
    }
    if (kind === 'issues') {
      unique(parent, memberOf(value, 'issueNumber'), [...path, 'issueNumber']);
      for (const list of isExact ? capturedLists : []) {
        const within = [value, list];
        for (const [index, entry] of elements(value, list).entries())
          unique(within, memberOf(entry, 'id'), [...path, list, index, 'id']);
      }
    }
    if (kind !== 'users') return;
    for (const [index, slug] of elements(value, 'organizations').entries()) {
      const at = [...path, 'organizations', index];
      unique(value, slug, at);
      if (typeof slug === 'string' && !slugs.includes(slug))
        problems.push(problem(at, `must be the slug of an organization of this world (${listText(slugs)})`, slug));
    }
  });
  return problems;
}

function elements(owner: unknown, member: string): readonly unknown[] {
  const array = memberOf(owner, member);
  return Array.isArray(array) ? array : [];
}

function memberOf(owner: unknown, member: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, member) : undefined;
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function listText(values: readonly unknown[]): string {
  if (values.length === 0) return 'there is none';
  const shown = values.slice(0, 10).join(', ');
  return values.length > 10 ? `${shown}, …` : shown;
}
