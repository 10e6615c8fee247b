/** One line of a report that was added or removed, with the declaration that it belongs to. */
export interface ApiChange {
  readonly kind: 'addition' | 'break';
  readonly text: string;
}

/**
 * Compares two reports of one entry point. A declaration that only one of them has is one change. A removed or changed line is
 * a break, unless it is a union that has only grown. The reports don't tell inputs from results, so a new
 * required member of an input counts as an addition, although it is a break.
 *
 * @param before The report in the repository; empty for a new entry point.
 * @param after The report of the built declarations.
 */
export function apiChanges(before: string, after: string): ApiChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const added = missingFrom(old, now);
  const removed = missingFrom(now, old);
  return [
    ...removed.map((text) => ({
      kind: added.some((line) => hasGrown(text, line)) ? ('addition' as const) : ('break' as const),
      text: `- ${text}`,
    })),
    ...added.map((text) => ({ kind: 'addition' as const, text: `+ ${text}` })),
  ];
}

interface Line {
  /** The first line of the declaration. */
  readonly declaration: string;
  readonly text: string;
}

function linesOf(report: string): Line[] {
  const [, code = ''] = /```ts\n([\s\S]*)```/.exec(report) ?? [];
  let declaration = '';
  return code.split('\n').flatMap((line) => {
    const text = line.trim();
    if (text === '' || text.startsWith('//') || /^[)}\]]+[;,]?$/.test(text)) return [];
    if (/^\w/.test(line)) declaration = text.replace(/\s*\{$/, '');
    return { declaration, text };
  });
}

/** Returns the texts of wanted lines that `lines` lacks. A line that occurs twice must be there twice. */
function missingFrom(lines: readonly Line[], wanted: readonly Line[]): string[] {
  const declarations = new Set(lines.map(({ declaration }) => declaration));
  const left = new Map<string, number>();
  for (const line of lines) left.set(nameOf(line), (left.get(nameOf(line)) ?? 0) + 1);
  const missing = wanted.flatMap((line) => {
    if (!declarations.has(line.declaration)) return line.declaration;
    const count = left.get(nameOf(line)) ?? 0;
    left.set(nameOf(line), count - 1);
    return count > 0 ? [] : nameOf(line);
  });
  return [...new Set(missing)];
}

/** Returns a text for a line: the declaration itself, or a line within it after its declaration. */
function nameOf({ declaration, text }: Line): string {
  return text.startsWith(declaration) ? declaration : `${declaration}: ${text}`;
}

/** Whether both are the same type alias, and the second has every member of the first. */
function hasGrown(before: string, after: string): boolean {
  const [[name, old = ''], [newName, now = '']] = [before, after].map((line) =>
    line.replace(/;$/, '').split(/ = (.*)/),
  ) as [string[], string[]];
  const members = new Set(now.split(' | '));
  return name === newName && old !== '' && old.split(' | ').every((member) => members.has(member));
}

const literal = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\d+)`;
const literalUnion = new RegExp(String.raw`(?<![\w'"])${literal}(?: \| ${literal})+(?![\w'"])`, 'g');

/** Sorts unions of literals. The compiler orders the members of an inferred union differently from one build to the next. */
export function sortLiteralUnions(report: string): string {
  return report.replace(literalUnion, (union) => union.split(' | ').sort().join(' | '));
}
