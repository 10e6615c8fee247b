import type * as z from 'zod/mini';
import { type Problem, problemsOf, whole } from './problems.ts';

/** Beginnings of messages about an input: `A fault has no "statuss"`, `A fault's "status" must be …`. */
export interface Wording {
  readonly who: string;
  readonly hasNo: string;
  readonly member: string;
}

/** Invalid input. The message names each mistake by its path. */
export class InputError extends TypeError {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(message);
    this.problems = problems;
  }
}

/**
 * Checks an input, whose declaration must be a type that the schema accepts.
 *
 * @throws InputError that names the path of each mistake, the expected value and the found one.
 */
export function parseInput<Output, Input>(
  schema: z.ZodMiniType<Output, Input>,
  input: NoInfer<Input>,
  wording: Wording,
): Output {
  const result = parsed(schema, input, wording);
  if (result.success) return result.data;
  const problems = problemsOf(result.error, input);
  throw new InputError(problems.map((each) => sentence(each, wording)).join('\n'), problems);
}

/** Parses an input. For very many mistakes, zod overflows the stack. */
function parsed<Output>(schema: z.ZodMiniType<Output>, input: unknown, { who }: Wording) {
  try {
    return schema.safeParse(input);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'has too many mistakes, or is nested too deep';
    throw new InputError(`${who} ${message}.`, [{ path: whole, message }]);
  }
}

function sentence({ path, message }: Problem, { who, hasNo, member }: Wording): string {
  const text = message.replace(/[^.?]$/, '$&.');
  if (path === whole) return /^(must|has) /.test(text) ? `${who} ${text}` : text;
  const [, hint] = /^is not a member here; (.*)$/s.exec(text) ?? [];
  return hint === undefined ? `${member} "${path}" ${text}` : `${hasNo} "${path}"; ${hint}`;
}
