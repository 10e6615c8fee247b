import * as z from 'zod/mini';
import { problemsOf } from '../../platform/input/problems.ts';
import type { CheckedWorld } from './checked-world.ts';
import { newerFormat } from './file-format.ts';
import { fillWorld } from './fill.ts';
import { isPulled, pulledWorldSchema, takePulled } from './pulled-world.ts';
import { WorldError } from './world-error.ts';
import { elements, entries, referenceProblems } from './world-references.ts';
import { worldSchema } from './world-schema.ts';

/** Number of issues from which compiling the schema pays off: it takes as long as checking about a thousand uncompiled. */
const worthCompiling = 1000;
let compiled: typeof worldSchema | undefined;

/**
 * Checks a world, such as the parsed content of a world file, and adds all defaults. Pulled data stays unchanged, and keeps its
 * `form`. Returns a copy, which `createMock` accepts.
 *
 * @param input The parsed JSON.
 *
 * @throws WorldError that names the path of each mistake.
 */
export function parseWorld(input: unknown): CheckedWorld {
  const world = parseWorldAt(input, Date.now());
  return isPulled(input) ? { form: 'pulled', ...world } : world;
}

/** Parses a world for a mock whose clock shows `now`. Default times are not in that clock's future. */
export function parseWorldAt(input: unknown, now: number): CheckedWorld {
  if (isPulled(input)) return takePulled(checked(pulledWorldSchema, input), (world) => fillWorld(world, now));
  return fillWorld(checked(schemaFor(input), input), now);
}

function checked<Output>(schema: z.ZodMiniType<Output>, input: unknown): Output {
  const newer = newerFormat(input);
  // Other problems would be misleading in an unknown format.
  if (newer !== undefined) throw new WorldError([{ path: 'formatVersion', message: newer }]);
  const result = schema.safeParse(input);
  const problems = [...(result.error ? problemsOf(result.error, input) : []), ...referenceProblems(input)];
  if (!result.success || problems.length > 0) throw new WorldError(problems, 'world', adviceFor(input));
  return result.data;
}

/** Advice for an invalid world. */
function adviceFor(input: unknown): string | undefined {
  if (typeof input === 'string') return 'A world must be an object: pass the result of JSON.parse().';
  if (typeof input !== 'object' || input === null || Array.isArray(input) || isPulled(input)) return undefined;
  const asPulled = { ...input, form: 'pulled' };
  if (!pulledWorldSchema.safeParse(asPulled).success || referenceProblems(input).length > 0) return undefined;
  return "Correct them, or add `form: 'pulled'` for data copied from a service, which is then not checked against v1.";
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
