/** What the code is called in the stacks of its errors. */
export const fileName = 'playground.ts';

/** The line of {@link fileName} that an error was thrown at or waited for, from 1; `undefined` when it was elsewhere. */
export function lineOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  // What strips types says where it stopped.
  const { loc, stack } = error as { loc?: { line?: unknown }; stack?: unknown };
  if (typeof loc?.line === 'number') return loc.line;
  const [, line] = new RegExp(`${fileName}:(\\d+)`).exec(String(stack)) ?? [];
  return line ? Number(line) : undefined;
}

/** The text of an error without what the lines below it say better. */
export function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.replace(/ \(\d+:\d+\)$/, '') : `Thrown: ${error}`;
}

/**
 * Where a script is no JavaScript: an error of `eval` doesn't say, but a timer's script that can't be read is reported
 * with its line. Nothing of it runs.
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
