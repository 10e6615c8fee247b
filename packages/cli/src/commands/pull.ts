import { existsSync } from 'node:fs';
import { limits } from '@issue-tracking/model';
import { systemClock } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { type Printer, toJson } from '../output/printer.ts';
import { Progress } from '../output/progress.ts';
import { WholeFile } from '../output/whole-file.ts';
import { pluralize } from '../platform/pluralize.ts';
import { createStopSignal } from '../service/ended-early.ts';
import { defaultRate } from '../service/service-client.ts';
import { anonymize } from '../world/anonymize.ts';
import { readCopiedIssues } from '../world/copied-issues.ts';
import { type PulledProject, pullProject } from '../world/pull-project.ts';
import { copiedKey } from '../world/world-file.ts';
import { commonFlags, type FlagValues, projectOf } from './flags.ts';
import type { PullReport } from './reports.ts';
import { createServiceClient, readServiceAddress } from './service-address.ts';

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

/** Copies a project into a world file. A run that ends early writes its copy so far. Resolves to the exit code. */
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
  const service = createServiceClient(
    {
      baseUrl,
      credential,
      fetch,
      clock,
      rate,
      signal: createStopSignal(context),
      waitsAfter429: true,
      onWait: (ms, why) => progress.wait(ms, why),
    },
    from,
  );
  printer.redact = service.redact;
  const output = new WholeFile(file);
  const progress = new Progress(printer, context);
  try {
    const isOld = existsSync(file);
    // The texts of an anonymous copy can't be compared with the service, nor go on where they end.
    const earlier = isAnonymous ? new Map() : readCopiedIssues(file, projectId);
    if (isOld && isAnonymous) printer.error(`--anonymize reads all issues again, also those that ${file} has`);
    const minutes = (requests: number) => `about ${pluralize(Math.ceil(requests / rate), 'minute')}`;
    const copy = await pullProject({
      service,
      projectId,
      since,
      earlier,
      onStart: ({ of, requestsLeft }) =>
        printer.error(
          `${pluralize(of, 'issue')}, up to ${pluralize(requestsLeft, 'request')}: ${minutes(requestsLeft)}`,
        ),
      onIssue: ({ of, done, requestsLeft }) =>
        progress.show(() => `${done}/${of} issues, ${minutes(requestsLeft)} left`),
    });
    progress.end();
    const { ended } = copy;
    if (ended && (copy.done === 0 || (isOld && isAnonymous))) {
      printer.error(`Nothing is written to ${file}`);
      throw ended;
    }
    output.write(`${toJson(isAnonymous ? anonymize(copy.world) : copy.world)}\n`);
    report(file, copy);
    if (ended) throw ended;
    return Object.keys(copy.unread).length > 0 ? 1 : 0;
  } finally {
    progress.end();
    output.discard();
  }

  function report(file: string, { issues, cut, differing, dropped, unread, ended }: PulledProject): void {
    if (cut > 0) printer.error(`The service truncated ${pluralize(cut, 'list')}: the rest is not in the file`);
    if (differing > 0)
      printer.error(
        `${pluralize(differing, 'issue')} changed during the copy, or the list shows other values: the file has those of the issue`,
      );
    if (dropped.length > 0)
      printer.error(`Removed from the file, as the service has none of them: issues ${ranges(dropped)}`);
    for (const [part, numbers] of Object.entries(unread))
      printer.error(`Not read: ${part === 'issues' ? 'issues' : `${part} of`} ${ranges(numbers)}`);
    if (Object.keys(unread).length > 0 && !isAnonymous) printer.error('Run again with the same file to read them');
    const { requests } = service;
    const json: PullReport = {
      file,
      issues,
      requests,
      cut,
      unread,
      ...(ended && { ended: service.redact(ended.message) }),
    };
    // The report has no text of the service, and its key is that of the copy.
    printer.redact = (text) => text;
    if ('json' in flags) printer.json(json);
    else
      printer.line([
        `${file}: ${pluralize(issues, 'issue')}, ${pluralize(requests, 'request')}. To serve it: issue-tracking-mock --world ${file}, with the key ${copiedKey}`,
      ]);
    printer.redact = service.redact;
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
