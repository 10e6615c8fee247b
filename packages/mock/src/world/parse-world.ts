import * as z from 'zod/mini';
import type { CheckedIssue, CheckedWorld } from './checked-world.ts';
import { fillIssue, fillWorld, type IssuePlace } from './fill.ts';
import { pathText, problem, WorldError, type WorldProblem } from './world-error.ts';
import { entries, referenceProblems } from './world-references.ts';
import { issueInput, worldSchema } from './world-schema.ts';

/** Compiling the schema takes as long as checking about a thousand issues without: small worlds are checked sooner so. */
const worthCompiling = 1000;
let compiled: typeof worldSchema | undefined;

/**
 * Checks a world, such as the parsed content of a world file, and fills in every default. What it gives shares nothing
 * with the input.
 *
 * @throws WorldError naming the path of every mistake.
 */
export function parseWorld(input: unknown): CheckedWorld {
  return parseWorldAt(input, Date.now());
}

/** The same for a mock whose clock shows `now`: no time of its own making lies in that clock's future. */
export function parseWorldAt(input: unknown, now: number): CheckedWorld {
  const result = schemaFor(input).safeParse(input);
  const problems = [...shapeProblems(result.error, input), ...referenceProblems(input)];
  if (!result.success || problems.length > 0) throw new WorldError(problems);
  return fillWorld(result.data, now);
}

/**
 * Checks one issue and fills in every default, for a project that has a place for it.
 *
 * @throws WorldError naming the path of every mistake.
 */
export function parseIssue(input: unknown, place: IssuePlace): CheckedIssue {
  const result = issueInput.safeParse(input);
  if (!result.success) throw new WorldError(shapeProblems(result.error, input), 'issue');
  return fillIssue(result.data, place);
}

function schemaFor(input: unknown): typeof worldSchema {
  if (countIssues(input) < worthCompiling) return worldSchema;
  compiled ??= z.compile(worldSchema);
  return compiled;
}

function countIssues(input: unknown): number {
  let count = 0;
  for (const [organization, at] of entries(input, [], 'organizations')) {
    for (const [project] of entries(organization, at, 'projects')) {
      const issues = valueAt(project, ['issues']);
      if (Array.isArray(issues)) count += issues.length;
    }
  }
  return count;
}

function shapeProblems(error: z.core.$ZodError | undefined, input: unknown): WorldProblem[] {
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [problem(issue.path, issue.message, valueAt(input, issue.path))];
    // A line for each of the members, in their order.
    const messages = issue.message.split('\n');
    return issue.keys.map((key, i) => ({ path: pathText([...issue.path, key]), message: messages[i] ?? '' }));
  });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((owner, step) => (Object(owner) as Record<PropertyKey, unknown>)[step], input);
}
