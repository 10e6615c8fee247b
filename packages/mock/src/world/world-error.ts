/** One thing wrong with a world. */
export interface WorldProblem {
  /** Where, as one would write it in JavaScript: `organizations[0].projects[1].issues[3].status`. */
  readonly path: string;
  /** What is expected, and what was found. */
  readonly message: string;
}

/** The most problems a message lists; `problems` has them all. */
const listed = 20;

/** A world, or an issue for one, that can't be used. The message names every mistake by its path, up to 20 of them. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  readonly problems: readonly WorldProblem[];

  /** `what` has the mistakes. */
  constructor(problems: readonly WorldProblem[], what = 'world') {
    const lines = problems.slice(0, listed).map(({ path, message }) => `- ${path}: ${message}`);
    if (problems.length > listed) lines.push(`- and ${problems.length - listed} more`);
    super(
      `The ${what} has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n${lines.join('\n')}`,
    );
    this.problems = problems;
  }
}

/** A problem at a place of the world. */
export function problem(path: readonly PropertyKey[], expected: string, found: unknown): WorldProblem {
  const isCredential = path.at(-1) === 'key' || path.at(-1) === 'token';
  return { path: pathText(path), message: `${expected}; ${isCredential ? foundCredential(found) : foundText(found)}` };
}

/** A path as one would write it in JavaScript. */
export function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the whole';
  return path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      return /^[\w$]+$/.test(String(step)) ? `.${String(step)}` : `[${JSON.stringify(String(step))}]`;
    })
    .join('')
    .replace(/^\./, '');
}

function foundText(found: unknown): string {
  if (found === undefined) return 'it is missing';
  if (Array.isArray(found)) return 'found an array';
  if (typeof found === 'object' && found !== null) return 'found an object';
  const text = typeof found === 'string' ? JSON.stringify(found) : String(found);
  return `found ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

/** Somebody may have pasted a real key: no message shows it. */
function foundCredential(found: unknown): string {
  return typeof found === 'string' ? 'found another text, not shown here' : foundText(found);
}
