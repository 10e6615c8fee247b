import { limits } from '@issue-tracking/model';
import { systemClock } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import type { Printer } from '../output/printer.ts';
import { Progress } from '../output/progress.ts';
import { pluralize } from '../platform/pluralize.ts';
import { createStopSignal } from '../service/ended-early.ts';
import { Reader } from '../service/reader.ts';
import { defaultRate } from '../service/service-options.ts';
import { anonymize } from '../world/anonymize.ts';
import { type EarlierCopy, readCopy, withEarlier } from '../world/copied-issues.ts';
import { type PulledProject, pullProject } from '../world/pull-project.ts';
import { copiedKey } from '../world/world-file.ts';
import { CopyFile } from './copy-file.ts';
import { commonFlags, type FlagValues, projectOf } from './flags.ts';
import type { PullReport } from './reports.ts';
import { readServiceAddress, withFlagNames } from './service-address.ts';

export const pullFlags = {
  project: { value: 'ID', summary: 'The project to copy' },
  output: {
    value: 'FILE',
    short: 'o',
    summary: 'The world file to write; issues that it has are only read if they changed',
  },
  anonymize: {
    summary:
      'Keep statuses, counts, times and sizes; take texts, names, addresses and pictures from the demo. Each run reads all',
  },
  since: { value: 'DATE', summary: 'Only copy issues changed since then' },
  rate: { value: 'N', summary: `Requests a minute, up to ${limits.requests}; default: ${defaultRate}` },
  ...commonFlags,
} as const;

/** Copies a project into a world file, and saves it in between and when it ends early. Resolves to the exit code. */
export async function pull(flags: FlagValues, context: CliContext, printer: Printer): Promise<number> {
  const { output: file } = flags;
  const projectId = projectOf(flags);
  if (projectId === undefined) throw new UsageError('pull needs a project: pass --project ID');
  if (file === undefined) throw new UsageError('pull needs a file to write: pass -o world.json');
  const since = parseSince(flags);
  const rate = parseRate(flags);
  const isAnonymous = 'anonymize' in flags;
  const { baseUrl, credential, from } = await readServiceAddress(flags, context, printer);
  const { fetch, clock = systemClock } = context;
  const signal = createStopSignal(context);
  const onWait = (ms: number, why: string) => {
    progress.wait(ms, why);
    output.willWait(ms);
  };
  const reader = withFlagNames(from, () => new Reader({ baseUrl, credential, fetch, clock, rate, signal, onWait }));
  printer.redact = reader.redact;
  let isWhole = false;
  const output = new CopyFile(file, clock, (copy) => {
    const world = isAnonymous ? anonymize(copy.world()) : copy.world();
    // Equal values have equal replacements only within a run, so a whole anonymous copy has nothing of an earlier one.
    const isKept = (issueNumber: number) => !copy.isReached(issueNumber) && !(isAnonymous && isWhole);
    return withEarlier(world, before, isKept);
  });
  const progress = new Progress(printer, context);
  let before: EarlierCopy | undefined;
  try {
    before = readCopy(file);
    if (output.isOld && isAnonymous) printer.error(`--anonymize reads all issues again, also those that ${file} has`);
    if (output.isOld && !isAnonymous && before?.projectId !== projectId)
      throw new UsageError(`${file} must be a copy of project ${projectId} alone: move it away, or name another`);
    const minutes = (requests: number) => `about ${pluralize(Math.ceil(requests / rate), 'minute')}`;
    const copy = await pullProject({
      reader,
      projectId,
      since,
      // The texts of an anonymous copy can't be compared with the service, nor go on where they end.
      earlier: isAnonymous ? new Map() : (before?.issues ?? new Map()),
      onStart: ({ of, requestsLeft }) =>
        printer.error(
          `${pluralize(of, 'issue')}, up to ${pluralize(requestsLeft, 'request')}: ${minutes(requestsLeft)}`,
        ),
      onIssue: ({ of, done, requestsLeft }) =>
        progress.show(() => `${done}/${of} issues, ${minutes(requestsLeft)} left`),
      onRead: (copy) => output.read(copy),
    });
    progress.end();
    const { ended } = copy;
    if (ended && copy.done === 0) {
      printer.error(`Nothing is written to ${file}`);
      throw ended;
    }
    isWhole = !ended;
    const isWell = isWhole && !copy.isUnstable && Object.keys(copy.unread).length === 0;
    report(file, output.save(copy), copy);
    const previous = output.end(isWell);
    if (previous) printer.error(`${previous} is the file as it was before, until a run ends well`);
    if (ended) throw ended;
    return isWell ? 0 : 1;
  } finally {
    progress.end();
    output.close();
  }

  function report(file: string, issues: number, copy: PulledProject): void {
    const { cut, differing, dropped, unread, isUnstable, ended } = copy;
    if (isUnstable) printer.error('The list of issues kept changing while it was read: some may be missing');
    if (cut > 0) printer.error(`The service truncated ${pluralize(cut, 'list')}: the rest is not in the file`);
    if (differing > 0)
      printer.error(
        `${pluralize(differing, 'issue')} changed during the copy, or the list shows other values: the file has those of the issue`,
      );
    if (dropped.length > 0)
      printer.error(`Removed from the file, as the service has none of them: issues ${ranges(dropped)}`);
    for (const [part, numbers] of Object.entries(unread))
      printer.error(`Not read: ${part === 'issues' ? 'issues' : `${part} of`} ${ranges(numbers)}`);
    if ((isUnstable || Object.keys(unread).length > 0) && !isAnonymous)
      printer.error('Run again with the same file to read them');
    const { requests } = reader;
    const json: PullReport = {
      file,
      issues,
      requests,
      cut,
      unread,
      isUnstable,
      ...(ended instanceof Error && { ended: reader.redact(ended.message) }),
    };
    // The report has no text of the service, and its key is that of the copy.
    printer.redact = (text) => text;
    if ('json' in flags) printer.json(json);
    else
      printer.line([
        `${file}: ${pluralize(issues, 'issue')}, ${pluralize(requests, 'request')}. To serve it: issue-tracking-mock --world ${file}, with the key ${copiedKey}`,
      ]);
    printer.redact = reader.redact;
  }
}

/** Returns numbers in ascending order as "3, 7-9". */
function ranges(numbers: readonly number[]): string {
  const found: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = found.at(-1);
    if (range && number === range[1] + 1) range[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ');
}

function parseRate({ rate = String(defaultRate) }: FlagValues): number {
  if (/^\d{1,3}$/.test(rate) && Number(rate) >= 1 && Number(rate) <= limits.requests) return Number(rate);
  throw new UsageError(
    `--rate must be a whole number of requests a minute from 1 to ${limits.requests}, found "${rate}"`,
  );
}

function parseSince({ since }: FlagValues): string | undefined {
  if (since === undefined) return undefined;
  const time = Date.parse(since);
  if (Number.isNaN(time))
    throw new UsageError(`--since must be a date such as 2026-10-01 or 2026-10-01T09:00:00Z, found "${since}"`);
  return new Date(time).toISOString();
}
