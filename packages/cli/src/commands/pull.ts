import { systemClock } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { type Printer, toJson } from '../output/printer.ts';
import { Progress } from '../output/progress.ts';
import { WholeFile } from '../output/whole-file.ts';
import { pluralize } from '../platform/pluralize.ts';
import { createStopSignal } from '../service/ended-early.ts';
import { anonymize } from '../world/anonymize.ts';
import { pullProject } from '../world/pull-project.ts';
import { copiedKey } from '../world/world-file.ts';
import { commonFlags, type FlagValues, projectOf } from './flags.ts';
import type { PullReport } from './reports.ts';
import { createServiceClient, readServiceAddress } from './service-address.ts';

export const pullFlags = {
  project: { value: 'ID', summary: 'The project to copy' },
  output: { value: 'FILE', short: 'o', summary: 'The world file to write, when all is read' },
  anonymize: {
    summary: 'Keep statuses, counts, times and sizes; take texts, names, addresses and pictures from the demo',
  },
  since: { value: 'DATE', summary: 'Only copy issues changed since then' },
  ...commonFlags,
} as const;

/** Copies a project into a world file, or writes nothing. Resolves to the exit code. */
export async function pull(flags: FlagValues, context: CliContext, printer: Printer): Promise<number> {
  const { output: file } = flags;
  const projectId = projectOf(flags);
  if (projectId === undefined) throw new UsageError('pull needs a project: pass --project ID');
  if (file === undefined) throw new UsageError('pull needs a file to write: pass -o world.json');
  const since = parseSince(flags);
  const { baseUrl, credential, from } = await readServiceAddress(flags, context, printer);
  const { fetch, clock = systemClock } = context;
  const service = createServiceClient(
    {
      baseUrl,
      credential,
      fetch,
      clock,
      signal: createStopSignal(context),
      waitsAfter429: true,
      onWait: (ms, why) => progress.wait(ms, why),
    },
    from,
  );
  printer.redact = service.redact;
  const world = new WholeFile(file);
  const progress = new Progress(printer, context);
  try {
    const {
      world: copy,
      issues,
      cut,
      differing,
    } = await pullProject({
      service,
      projectId,
      since,
      onStart: (of, minutes) =>
        printer.error(`${pluralize(of, 'issue')}, at half the request rate: about ${pluralize(minutes, 'minute')}`),
      onIssue: (done, of) => progress.show(() => `${done}/${of} issues`),
    });
    world.write(`${toJson('anonymize' in flags ? anonymize(copy) : copy)}\n`);
    progress.end();
    if (cut > 0) printer.error(`The service truncated ${pluralize(cut, 'list')}: the rest is not in the file`);
    if (differing > 0)
      printer.error(
        `${pluralize(differing, 'issue')} changed during the copy, or the list shows other values: the file has those of the issue`,
      );
    const report: PullReport = { file, issues, requests: service.requests, cut };
    // The report has no text of the service, and its key is that of the copy.
    printer.redact = (text) => text;
    if ('json' in flags) printer.json(report);
    else
      printer.line([
        `${file}: ${pluralize(issues, 'issue')}, ${pluralize(service.requests, 'request')}. To serve it: issue-tracking-mock --world ${file}, with the key ${copiedKey}`,
      ]);
    return 0;
  } finally {
    progress.end();
    world.discard();
  }
}

function parseSince({ since }: FlagValues): string | undefined {
  if (since === undefined) return undefined;
  const time = Date.parse(since);
  if (Number.isNaN(time))
    throw new UsageError(`--since must be a date such as 2026-10-01 or 2026-10-01T09:00:00Z, found "${since}"`);
  return new Date(time).toISOString();
}
