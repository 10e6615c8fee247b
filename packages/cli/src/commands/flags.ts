import { parseArgs } from 'node:util';
import { type CliContext, UsageError } from '../context.ts';

/** One flag of a command. */
export interface Flag {
  /** What its value is called; a flag without one takes no value. */
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
}

export const common = {
  'base-url': { value: 'URL', summary: 'The service, without /api/v1; else ISSUE_TRACKING_BASE_URL' },
  'api-key': {
    value: 'KEY',
    summary: 'Better in the environment, as ISSUE_TRACKING_API_KEY: other programs see flags',
  },
  json: { summary: 'Print JSON' },
  help: { short: 'h', summary: 'Print this and end' },
} as const satisfies Record<string, Flag>;

export const project = { value: 'ID', summary: 'The project to look at' } as const;
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
    if (!flag)
      throw new UsageError(
        `Unknown flag ${token.rawName}: allowed are ${Object.keys(flags)
          .map((name) => `--${name}`)
          .join(', ')}`,
      );
    if (
      flag.value &&
      (token.value === undefined || token.value === '' || (!token.inlineValue && token.value.startsWith('--')))
    ) {
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

/** Where the service is and the key for it. @throws UsageError */
export function connection(given: Given, { env }: CliContext): { baseUrl: string; apiKey: string } {
  const baseUrl = given['base-url'] ?? env['ISSUE_TRACKING_BASE_URL'];
  const apiKey = given['api-key'] ?? env['ISSUE_TRACKING_API_KEY'];
  if (!baseUrl) throw new UsageError('There is no service to ask: give --base-url, or set ISSUE_TRACKING_BASE_URL');
  if (!apiKey) throw new UsageError('There is no API key: set ISSUE_TRACKING_API_KEY, or give --api-key');
  return { baseUrl, apiKey };
}

/** The issue that may be written to. @throws UsageError for half of an answer. */
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
