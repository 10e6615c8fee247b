import type * as z from 'zod/mini';
import { InputError } from '../platform/input/input-error.ts';
import { type Problem, problemsOf } from '../platform/input/problems.ts';

/** A mistake in a world. */
export interface WorldProblem extends Problem {}

/** Maximum problems in a message; `problems` has all. */
const listed = 20;

/** An invalid world, or invalid data for one. The message names each mistake by its path, up to 20. */
export class WorldError extends InputError {
  override readonly name = 'WorldError';
  declare readonly problems: readonly WorldProblem[];

  /** @param what Name of the input. @param advice Last line of the message. */
  constructor(problems: readonly WorldProblem[], what = 'world', advice?: string) {
    const lines = problems.slice(0, listed).map(({ path, message }) => `- ${path}: ${message}`);
    if (problems.length > listed) lines.push(`- and ${problems.length - listed} more`);
    if (advice !== undefined) lines.push(advice);
    const count = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
    super(`The ${what} has ${count}:\n${lines.join('\n')}`, problems);
  }
}

/** Checks data in the form of a world file. @throws WorldError that names the path of each mistake. */
export function parseData<Output, Input>(
  schema: z.ZodMiniType<Output, Input>,
  input: NoInfer<Input>,
  what: string,
): Output {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new WorldError(problemsOf(result.error, input), what);
}
