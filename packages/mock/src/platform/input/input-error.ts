import type * as z from 'zod/mini';
import { type Problem, problemsOf, whole } from './problems.ts';

/** How messages speak of an input: `A fault has no "statuss"`, `A fault's "status" must be …`. */
export interface Wording {
  readonly who: string;
  readonly hasNo: string;
  readonly member: string;
}

/** Input that makes no sense. The message names every mistake by its place. */
export class InputError extends TypeError {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(message);
    this.problems = problems;
  }
}

/** @throws InputError saying of every mistake where it is, and what would be right. */
export function parseInput<Output>(schema: z.ZodMiniType<Output>, input: unknown, wording: Wording): Output {
  const result = parsed(schema, input, wording);
  if (result.success) return result.data;
  const problems = problemsOf(result.error, input);
  throw new InputError(problems.map((each) => sentence(each, wording)).join('\n'), problems);
}

/** Of very many mistakes zod makes one list after the other, until the stack has no room for them. */
function parsed<Output>(schema: z.ZodMiniType<Output>, input: unknown, { who }: Wording) {
  try {
    return schema.safeParse(input);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'has more mistakes, or is nested deeper, than can be told';
    throw new InputError(`${who} ${message}.`, [{ path: whole, message }]);
  }
}

function sentence({ path, message }: Problem, { who, hasNo, member }: Wording): string {
  const text = message.replace(/[^.?]$/, '$&.');
  if (path === whole) return /^(must|has) /.test(text) ? `${who} ${text}` : text;
  const [, hint] = /^is not a member here; (.*)$/s.exec(text) ?? [];
  return hint === undefined ? `${member} "${path}" ${text}` : `${hasNo} "${path}"; ${hint}`;
}
