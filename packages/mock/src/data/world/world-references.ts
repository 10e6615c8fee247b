import { type Problem, pathText, problem } from '../../platform/input/problems.ts';

type Path = readonly PropertyKey[];

/**
 * Returns the problems across records of a world: duplicates, and references to missing records. Accepts any input and skips
 * parts of a wrong type, so that these problems are reported together with the schema's.
 */
export function referenceProblems(world: unknown): Problem[] {
  const problems: Problem[] = [];
  const unique = () => uniqueness(problems);
  const organizationIds = unique();
  const slugs = unique();
  const projectIds = unique();
  const credentials = unique();
  const credentialNames = unique();
  const userIds = unique();

  for (const [organization, at] of entries(world, [], 'organizations')) {
    organizationIds(lower(member(organization, 'id')), [...at, 'id']);
    slugs(member(organization, 'slug'), [...at, 'slug']);
    for (const [project, projectAt] of entries(organization, at, 'projects')) {
      projectIds(member(project, 'id'), [...projectAt, 'id']);
      problems.push(...numberProblems(project, projectAt));
    }
    for (const [apiKey, keyAt] of entries(organization, at, 'apiKeys')) {
      credentials(member(apiKey, 'key'), [...keyAt, 'key']);
      credentialNames(member(apiKey, 'name'), [...keyAt, 'name']);
    }
  }

  const known = [...entries(world, [], 'organizations')].map(([organization]) => member(organization, 'slug'));
  for (const [user, at] of entries(world, [], 'users')) {
    userIds(member(user, 'id'), [...at, 'id']);
    const own = unique();
    for (const [slug, slugAt] of entries(user, at, 'organizations')) {
      own(slug, slugAt);
      if (typeof slug === 'string' && !known.includes(slug)) {
        problems.push(problem(slugAt, `must be the slug of an organization of this world (${listText(known)})`, slug));
      }
    }
    for (const [token, tokenAt] of entries(user, at, 'accessTokens')) {
      credentials(member(token, 'token'), [...tokenAt, 'token']);
      credentialNames(member(token, 'name'), [...tokenAt, 'name']);
    }
  }
  return problems;
}

/** Returns the duplicate issue numbers in a list `issues`. */
export function numberProblems(owner: unknown, at: Path): Problem[] {
  const problems: Problem[] = [];
  const numbers = uniqueness(problems);
  for (const [issue, issueAt] of entries(owner, at, 'issues')) {
    numbers(member(issue, 'issueNumber'), [...issueAt, 'issueNumber']);
  }
  return problems;
}

/** Returns a function that records values and adds a problem for each duplicate. */
function uniqueness(problems: Problem[]): (value: unknown, at: Path) => void {
  const seen = new Map<unknown, Path>();
  return (value, at) => {
    if (value === undefined) return;
    const first = seen.get(value);
    if (first === undefined) {
      seen.set(value, at);
      return;
    }
    problems.push(problem(at, `must be unique: ${pathText(first)} is the same`, value));
  };
}

/** Yields the elements of an array member with their paths; none if it isn't an array. */
export function* entries(owner: unknown, at: Path, name: string): Generator<[element: unknown, at: Path]> {
  for (const [index, element] of elements(owner, name).entries()) yield [element, [...at, name, index]];
}

/** Returns an array member; an empty array if it is missing or not an array. */
export function elements(owner: unknown, name: string): readonly unknown[] {
  const array = member(owner, name);
  return Array.isArray(array) ? array : [];
}

function member(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function listText(values: readonly unknown[]): string {
  if (values.length === 0) return 'there is none';
  const shown = values.slice(0, 10).join(', ');
  return values.length > 10 ? `${shown}, …` : shown;
}
