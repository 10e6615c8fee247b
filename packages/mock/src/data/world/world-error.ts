import type * as z from 'zod/mini';
import { InputError } from '../../platform/input/input-error.ts';
import { type Problem, problemsOf } from '../../platform/input/problems.ts';

/** One thing wrong with a world. */
export interface WorldProblem extends Problem {}

/** The most problems a message lists; `problems` has them all. */
const listed = 20;

/** A world, or data for one, that can't be used. The message names every mistake by its path, up to 20 of them. */
export class WorldError extends InputError {
  override readonly name = 'WorldError';
  declare readonly problems: readonly WorldProblem[];

  /** `what` has the mistakes; `advice` stands below them. */
  constructor(problems: readonly WorldProblem[], what = 'world', advice?: string) {
    const lines = problems.slice(0, listed).map(({ path, message }) => `- ${path}: ${message}`);
    if (problems.length > listed) lines.push(`- and ${problems.length - listed} more`);
    if (advice !== undefined) lines.push(advice);
    const count = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
    super(`The ${what} has ${count}:\n${lines.join('\n')}`, problems);
  }
}

/** Checks what is written as a world file writes it. @throws WorldError naming the path of every mistake. */
export function parseData<Output>(schema: z.ZodMiniType<Output>, input: unknown, what: string): Output {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new WorldError(problemsOf(result.error, input), what);
}
