import { type Flags, readFlags } from '@issue-tracking/mock/internal';
import { projectParams } from '@issue-tracking/model';
import { UsageError } from '../context.ts';

export const commonFlags = {
  'base-url': { value: 'URL', summary: 'The service, without /api/v1; default: ISSUE_TRACKING_BASE_URL' },
  'credential-file': {
    value: 'FILE',
    summary: 'A file with an API key or an access token and nothing else; - reads standard input',
  },
  'api-key': { value: 'KEY', summary: 'An API key. All users of this computer can read it in the list of processes' },
  json: { summary: 'Print JSON' },
  help: { short: 'h', summary: 'Print this help' },
} as const satisfies Flags;

export const projectFlag = { value: 'ID', summary: 'The project to test; default: the first' } as const;
export const writeFlags = {
  issue: { value: 'N', summary: 'The test issue, with --write' },
  write: { summary: 'Change the test issue; status and priority are restored, comments remain' },
} as const satisfies Flags;

/** The values of flags by name; `''` for a flag without a value. */
export type FlagValues = Readonly<Record<string, string | undefined>>;

/** Parses flags. @throws UsageError that names the wrong flag and what is allowed. */
export function parseFlags(argv: readonly string[], flags: Flags): FlagValues {
  return Object.fromEntries([...readFlags(argv, flags)].map(([name, values]) => [name, values.at(-1)]));
}

/** Returns the `--project`. @throws UsageError if it can't be a part of a path. */
export function projectOf({ project: projectId }: FlagValues): string | undefined {
  const { error } = projectParams.safeParse({ projectId: projectId ?? 'any' });
  if (error) throw new UsageError(`--project ${error.issues[0]?.message}, found "${projectId}"`);
  return projectId;
}

/** Returns the number of the test issue. @throws UsageError if only one of `--issue` and `--write` is set, or `--project` is missing. */
export function testIssueNumber(flags: FlagValues): number | undefined {
  const { issue, write, project: projectId } = flags;
  if (issue === undefined && write === undefined) return undefined;
  if (issue === undefined) throw new UsageError('--write needs a test issue: pass --issue N');
  if (!/^[1-9]\d{0,14}$/.test(issue)) throw new UsageError(`--issue must be a whole number from 1, found "${issue}"`);
  if (write === undefined) throw new UsageError(`--issue ${issue} needs --write, which allows changes to the issue`);
  if (projectId === undefined) throw new UsageError('--write needs the project of the issue: pass --project ID');
  return Number(issue);
}
