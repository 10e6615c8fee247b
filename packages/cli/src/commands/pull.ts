import { renameSync, writeFileSync } from 'node:fs';
import { limits } from '@issue-tracking/model';
import { systemClock } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { Progress } from '../output/progress.ts';
import { Service, Stopped } from '../service/service.ts';
import { anonymize } from '../world/anonymize.ts';
import { Journal, OtherJournal } from '../world/journal.ts';
import { pulledKey, pullProject } from '../world/pull-project.ts';
import { common, connection, type Given, project } from './flags.ts';
import { checked } from './session.ts';

export const pullFlags = {
  project,
  since: { value: 'DATE', summary: 'Leave out issues that were last changed before, such as 2026-10-01' },
  anonymize: { summary: 'Replace people, texts and addresses; states, times and shapes stay' },
  output: { value: 'FILE', short: 'o', summary: 'The world file; while it is made there is a journal beside it' },
  ...common,
} as const;

/** Copies a project into a world file. Resolves to the exit code; what was copied before it had to end is kept. */
export async function pull(given: Given, context: CliContext): Promise<number> {
  const { baseUrl, apiKey } = connection(given, context);
  const { project: projectId, output } = given;
  if (projectId === undefined) throw new UsageError('pull needs a project: --project ID');
  if (output === undefined) throw new UsageError('pull needs a file to write: -o world.json');
  const since = sinceOf(given);
  const journal = journalFor(`${output}.journal`, { baseUrl, project: projectId, since });
  const { fetch, clock = systemClock } = context;
  const stop = new AbortController();
  context.onStop(() => stop.abort());
  const service = checked(
    () => new Service({ baseUrl, apiKey, fetch, clock, signal: stop.signal, resumed: journal.size > 0 }),
  );
  const now = () => clock.date?.() ?? clock.now();
  const progress = new Progress(context);
  let estimated = false;
  try {
    // The run before may have used its half of the rate until a moment ago.
    const wait = Math.ceil((journal.lastAt ?? 0) + limits.windowMs - now());
    if (wait > 0 && wait <= limits.windowMs) {
      context.error(`The run before ended less than a minute ago: waiting for ${Math.ceil(wait / 1000)} seconds\n`);
      await clock.sleep(wait, stop.signal).catch(() => undefined);
    }
    const onProgress = (done: number, of: number, minutes: number) => {
      const time = minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`;
      if (!estimated) context.error(`${of} issues, at half of the request rate: ${time} for what is left\n`);
      estimated = true;
      progress.show(`${done}/${of} issues · ${time} left`);
    };
    const { world, issues, cut } = await pullProject({ service, journal, now, projectId, since, onProgress });
    progress.end();
    write(output, `${JSON.stringify('anonymize' in given ? anonymize(world) : world, null, 2)}\n`);
    journal.delete();
    if (cut > 0) context.error(`The service gave only a part of ${cut} lists: the rest is not in the file\n`);
    if ('json' in given) context.out(`${JSON.stringify({ file: output, issues, requests: service.requests, cut })}\n`);
    else
      context.out(
        `${output}: ${issues} issues, ${service.requests} requests. Serve it: issue-tracking mock --world ${output}, with the key ${pulledKey}\n`,
      );
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof Stopped)) throw error;
    const kept =
      journal.size > 0
        ? ` ${journal.size} answers are kept in ${output}.journal: the same command goes on from there.`
        : '';
    throw new Stopped(`${error.message}.${kept}`);
  }
}

function sinceOf({ since }: Given): string | undefined {
  if (since === undefined) return undefined;
  const time = Date.parse(since);
  if (Number.isNaN(time))
    throw new UsageError(`--since can't be "${since}": it must be a date such as 2026-10-01 or 2026-10-01T09:00:00Z`);
  return new Date(time).toISOString();
}

function journalFor(file: string, head: ConstructorParameters<typeof Journal>[1]): Journal {
  try {
    return new Journal(file, head);
  } catch (error) {
    if (error instanceof OtherJournal) throw new UsageError(error.message);
    if (error instanceof SyntaxError)
      throw new UsageError(`${file} can't be read: ${error.message}. Delete it to begin again`);
    const { code } = error as NodeJS.ErrnoException;
    if (code) throw new UsageError(`${file} can't be written (${code})`);
    throw error;
  }
}

/** All of it or nothing: a file that is half there would be taken for the world. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}
