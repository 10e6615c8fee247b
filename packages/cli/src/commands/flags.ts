import { type Flags, readFlags } from '@issue-tracking/mock/internal';
import { UsageError } from '../context.ts';

export const commonFlags = {
  'base-url': { value: 'URL', summary: 'The service, without /api/v1; else ISSUE_TRACKING_BASE_URL' },
  'credential-file': {
    value: 'FILE',
    summary: 'An API key or an access token, alone in a file; - reads it from standard input',
  },
  'api-key': { value: 'KEY', summary: 'An API key. Everybody on this computer can read it in the list of processes' },
  json: { summary: 'Print JSON' },
  help: { short: 'h', summary: 'Print this and end' },
} as const satisfies Flags;

export const projectFlag = { value: 'ID', summary: 'The project to look at; else the first' } as const;
export const writeFlags = {
  issue: { value: 'N', summary: 'The issue that may be written to, with --write' },
  write: { summary: 'Allow changes to that issue; they are undone, but one or two comments stay' },
} as const satisfies Flags;

/** The values of flags by name; `''` for a flag without a value. */
export type FlagValues = Readonly<Record<string, string | undefined>>;

/** @throws UsageError naming the flag and what is allowed. */
export function parseFlags(argv: readonly string[], flags: Flags): FlagValues {
  return Object.fromEntries([...readFlags(argv, flags)].map(([name, values]) => [name, values.at(-1)]));
}

/** The issue that may be written to. @throws UsageError when half of what it needs is missing. */
export function testIssueNumber(flags: FlagValues): number | undefined {
  const { issue, write, project: projectId } = flags;
  if (issue === undefined && write === undefined) return undefined;
  if (issue === undefined) throw new UsageError('--write needs the issue that may be written to: --issue N');
  if (!/^[1-9]\d{0,14}$/.test(issue))
    throw new UsageError(`--issue can't be "${issue}": it must be a whole number from 1`);
  if (write === undefined) throw new UsageError(`--issue ${issue} is only for writing: add --write to allow it`);
  if (projectId === undefined) throw new UsageError('--write needs the project of the issue: --project ID');
  return Number(issue);
}
