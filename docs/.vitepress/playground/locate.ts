/** The file name of the code in stack traces. */
export const fileName = 'playground.ts';

/** Returns the line of {@link fileName} in the stack trace of an error, from 1; `undefined` if the trace has none. */
export function lineOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  // Syntax errors of sucrase have the position in `loc`.
  const { loc, stack } = error as { loc?: { line?: unknown }; stack?: unknown };
  if (typeof loc?.line === 'number') return loc.line;
  const [, line] = new RegExp(`${fileName}:(\\d+)`).exec(String(stack)) ?? [];
  return line ? Number(line) : undefined;
}

/** Returns the text of an error without the position, which is printed below it. */
export function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.replace(/ \(\d+:\d+\)$/, '') : `Thrown: ${error}`;
}

/**
 * Finds the line of a script's syntax error, without running the script. An error of `eval` has no line, but a timer that
 * is given the text as its handler reports the error with its line.
 */
export function lineOfSyntaxError(script: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        resolve(event.lineno || undefined);
      },
      { once: true },
    );
    setTimeout(script);
  });
}
