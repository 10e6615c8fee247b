import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { limits } from '@issue-tracking/model';
import { systemClock } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { Progress } from '../output/progress.ts';
import { pluralize } from '../platform/pluralize.ts';
import { printable, printableJson } from '../platform/printable.ts';
import { createStopSignal, EndedEarly } from '../service/ended-early.ts';
import { anonymize } from '../world/anonymize.ts';
import { Checkpoint, digestCredential, WrongCheckpoint } from '../world/checkpoint.ts';
import { type PulledProject, pullProject } from '../world/pull-project.ts';
import { copiedKey } from '../world/world-file.ts';
import { commonFlags, type FlagValues } from './flags.ts';
import type { PullReport } from './reports.ts';
import { createServiceClient, readServiceAddress } from './service-address.ts';
import { redactingContext } from './session.ts';

export const pullFlags = {
  project: { value: 'ID', summary: 'The project to copy' },
  output: {
    value: 'FILE',
    short: 'o',
    summary: 'The world file to write; an unfinished copy leaves a checkpoint beside it',
  },
  anonymize: {
    summary: 'Keep statuses, counts, times and sizes; take texts, names, addresses and pictures from the demo',
  },
  since: { value: 'DATE', summary: 'Only copy issues changed since then' },
  ...commonFlags,
} as const;

/** Copies a project into a world file. Resolves to the exit code. An unfinished copy stays in the checkpoint. */
export async function pull(flags: FlagValues, cliContext: CliContext): Promise<number> {
  const { project: projectId, output } = flags;
  if (projectId === undefined) throw new UsageError('pull needs a project: pass --project ID');
  if (output === undefined) throw new UsageError('pull needs a file to write: pass -o world.json');
  const since = parseSince(flags);
  const { baseUrl, credential, from } = await readServiceAddress(flags, cliContext);
  const { fetch, clock = systemClock } = cliContext;
  const signal = createStopSignal(cliContext);
  const onWait = (ms: number, why: string) => progress.wait(ms, why);
  // Validate address and credential before creating a file.
  createServiceClient({ baseUrl, credential, clock, signal }, from);
  const [secret = ''] = Object.values(credential);
  const head = { baseUrl, project: projectId, since, credential: digestCredential(secret) };
  const checkpoint = openCheckpoint(`${output}.checkpoint`, head);
  const service = createServiceClient({ baseUrl, credential, fetch, clock, signal, waitsAfter429: true, onWait }, from);
  const context = redactingContext(cliContext, service);
  const progress = new Progress(context);
  const now = () => clock.date?.() ?? clock.now();
  let estimated = false;
  const onProgress = (done: number, of: number, minutes: number) => {
    const time = minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`;
    if (!estimated) context.error(`${pluralize(of, 'issue')}, at half the request rate: ${time} left\n`);
    estimated = true;
    progress.show(() => `${done}/${of} issues · ${time} left`);
  };
  try {
    // The previous run may have used up half of the rate until it ended.
    const wait = Math.ceil((checkpoint.lastAt ?? 0) + limits.windowMs - now());
    if (wait > 0 && wait <= limits.windowMs) {
      context.error(
        `The previous run ended less than a minute ago: waiting ${pluralize(Math.ceil(wait / 1000), 'second')}\n`,
      );
      await service.pause(wait);
    }
    const pulled = await pullProject({ service, checkpoint, now, projectId, since, onProgress });
    progress.end();
    const world = 'anonymize' in flags ? anonymize(pulled.world) : pulled.world;
    writeWhole(output, `${printableJson(world, 2)}\n`);
    checkpoint.delete();
    // No redaction: the report has no text of the service, and redaction would hide the key of the copy.
    printReport(pulled, service.requests, output, flags, cliContext);
    return 0;
  } catch (error) {
    progress.end();
    // Nothing was copied: leave no checkpoint for the next run.
    if (error instanceof UsageError) {
      checkpoint.delete();
      error.message = service.redact(error.message);
    }
    if (!(error instanceof EndedEarly)) throw error;
    context.error(`issue-tracking: ${printable(error.message)}.${describeCheckpoint(checkpoint, output)}\n`);
    return error.exitCode;
  }
}

function describeCheckpoint(checkpoint: Checkpoint, output: string): string {
  if (checkpoint.size === 0) {
    checkpoint.delete();
    return '';
  }
  return ` ${pluralize(checkpoint.size, 'response is', 'responses are')} kept in ${output}.checkpoint: run the same command to continue.`;
}

function printReport(
  { issues, cut, differing }: PulledProject,
  requests: number,
  file: string,
  flags: FlagValues,
  { out, error }: CliContext,
): void {
  if (cut > 0) error(`The service truncated ${pluralize(cut, 'list')}: the rest is not in the file\n`);
  if (differing > 0)
    error(
      `${pluralize(differing, 'issue')} changed during the copy, or the list shows other values: the file has those of the issue\n`,
    );
  const report: PullReport = { file, issues, requests, cut };
  if ('json' in flags) out(`${printableJson(report)}\n`);
  else
    out(
      `${file}: ${pluralize(issues, 'issue')}, ${pluralize(requests, 'request')}. To serve it: issue-tracking mock --world ${file}, with the key ${copiedKey}\n`,
    );
}

function parseSince({ since }: FlagValues): string | undefined {
  if (since === undefined) return undefined;
  const time = Date.parse(since);
  if (Number.isNaN(time))
    throw new UsageError(`--since must be a date such as 2026-10-01 or 2026-10-01T09:00:00Z, found "${since}"`);
  return new Date(time).toISOString();
}

function openCheckpoint(file: string, head: ConstructorParameters<typeof Checkpoint>[1]): Checkpoint {
  try {
    return new Checkpoint(file, head);
  } catch (error) {
    if (error instanceof WrongCheckpoint) throw new UsageError(error.message);
    throw toWriteError(file, error, UsageError);
  }
}

/** Writes a file atomically, because half a file would look like a world. Only the owner may read the file. */
function writeWhole(file: string, text: string): void {
  const part = `${file}.part`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw toWriteError(file, error, EndedEarly);
  }
}

/** Converts an error of the file system to an error that names the file. Returns other errors unchanged. */
function toWriteError(file: string, error: unknown, Kind: new (message: string) => Error): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code ? new Kind(`${file} can't be written (${code})`) : error;
}
