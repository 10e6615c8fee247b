import { parseArgs } from 'node:util';
import { didYouMean } from '@issue-tracking/mock/internal';
import { UsageError } from '../context.ts';

/** One flag of a command. */
export interface Flag {
  /** What its value is called; a flag without one takes no value. */
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
}

export const common = {
  'base-url': { value: 'URL', summary: 'The service, without /api/v1; else ISSUE_TRACKING_BASE_URL' },
  'credential-file': {
    value: 'FILE',
    summary: 'An API key or an access token, alone in a file; - reads it from standard input',
  },
  'api-key': { value: 'KEY', summary: 'An API key. Everybody on this computer can read it in the list of processes' },
  json: { summary: 'Print JSON' },
  help: { short: 'h', summary: 'Print this and end' },
} as const satisfies Record<string, Flag>;

export const project = { value: 'ID', summary: 'The project to look at; else the first' } as const;
export const writing = {
  issue: { value: 'N', summary: 'The issue that may be written to, with --write' },
  write: { summary: 'Allow changes to that issue; they are undone, but one or two comments stay' },
} as const satisfies Record<string, Flag>;

/** The values of flags, by their names; `''` for one that takes none. */
export type Given = Readonly<Record<string, string | undefined>>;

/** @throws UsageError naming the flag and what is allowed. */
export function parseFlags(argv: readonly string[], flags: Readonly<Record<string, Flag>>): Given {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value, short }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const given: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new UsageError(`Unexpected argument "${token.value}": only flags are allowed`);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) {
      const known = Object.keys(flags).map((name) => `--${name}`);
      throw new UsageError(`${token.rawName} is not a flag of this command: ${didYouMean(token.rawName, known)}`);
    }
    const isNext = !token.inlineValue && /^--./.test(token.value ?? '');
    if (flag.value && (token.value === undefined || token.value === '' || isNext)) {
      throw new UsageError(`${token.rawName} needs a value: ${flag.value}`);
    }
    if (!flag.value && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
    given[token.name] = token.value ?? '';
  }
  return given;
}

/** Lines of `--help`. */
export function flagLines(flags: Readonly<Record<string, Flag>>): string[] {
  const rows = Object.entries(flags).map(([name, { value, short, summary }]) => ({
    usage: `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    summary,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return rows.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
}

/** The issue that may be written to. @throws UsageError when half of what it needs is missing. */
export function scratchNumber(given: Given): number | undefined {
  const { issue, write, project: projectId } = given;
  if (issue === undefined && write === undefined) return undefined;
  if (issue === undefined) throw new UsageError('--write needs the issue that may be written to: --issue N');
  if (!/^[1-9]\d{0,14}$/.test(issue))
    throw new UsageError(`--issue can't be "${issue}": it must be a whole number from 1`);
  if (write === undefined) throw new UsageError(`--issue ${issue} is only for writing: add --write to allow it`);
  if (projectId === undefined) throw new UsageError('--write needs the project of the issue: --project ID');
  return Number(issue);
}
