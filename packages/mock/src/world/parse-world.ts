import * as z from 'zod/mini';
import { problemsOf } from '../input/problems.ts';
import type { CheckedIssue, CheckedWorld } from './checked-world.ts';
import { fillIssue, fillWorld, type IssuePlace } from './fill.ts';
import { parseData, WorldError } from './world-error.ts';
import { elements, entries, referenceProblems } from './world-references.ts';
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
  const problems = [...(result.error ? problemsOf(result.error, input) : []), ...referenceProblems(input)];
  if (!result.success || problems.length > 0) throw new WorldError(problems);
  return fillWorld(result.data, now);
}

/**
 * Checks one issue and fills in every default, for a project that has a place for it.
 *
 * @throws WorldError naming the path of every mistake.
 */
export function parseIssue(input: unknown, place: IssuePlace): CheckedIssue {
  return fillIssue(parseData(issueInput, input, 'issue'), place);
}

function schemaFor(input: unknown): typeof worldSchema {
  if (countIssues(input) < worthCompiling) return worldSchema;
  compiled ??= z.compile(worldSchema);
  return compiled;
}

function countIssues(input: unknown): number {
  let count = 0;
  for (const [organization, at] of entries(input, [], 'organizations')) {
    for (const [project] of entries(organization, at, 'projects')) count += elements(project, 'issues').length;
  }
  return count;
}
