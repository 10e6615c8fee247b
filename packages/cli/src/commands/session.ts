import { isIssueTrackingError, systemClock } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { Progress } from '../output/progress.ts';
import { runProbes } from '../probes/run.ts';
import { scratchOf } from '../probes/scratch-issue.ts';
import { type Goal, Session } from '../probes/session.ts';
import { Service } from '../service/service.ts';
import { connection, type Given, scratchNumber } from './flags.ts';

/** What a run of probes came to. */
export interface Run {
  readonly session: Session;
  readonly baseUrl: string;
  /** Why it ended early. */
  readonly ended: string | undefined;
  /** When it began. */
  readonly date: string;
}

/** Runs the probes for a goal. @throws UsageError when it can't begin, Stopped when the named issue won't do. */
export async function runSession(goal: Goal, given: Given, context: CliContext): Promise<Run> {
  const { baseUrl, apiKey } = connection(given, context);
  const number = scratchNumber(given);
  const { fetch, clock = systemClock } = context;
  const stop = new AbortController();
  context.onStop(() => stop.abort());
  const progress = new Progress(context);
  const onExchange: NonNullable<ConstructorParameters<typeof Service>[0]['onExchange']> = (exchange) =>
    session.exchanges.push(exchange);
  const service = checked(() => new Service({ baseUrl, apiKey, fetch, clock, signal: stop.signal, onExchange }));
  const session = new Session(service, goal, clock, given['project']);
  const date = new Date(clock.date?.() ?? clock.now()).toISOString();

  if (number !== undefined) {
    session.scratch = scratchOf(await service.get(session.project(`/${number}`)), number).scratch;
    const comments = goal === 'rules' ? 'one comment' : 'two comments at most';
    context.error(
      `Issue ${number} of ${given['project']} will be changed and put back to ${session.scratch.status}, ${session.scratch.priority}. It keeps ${comments}, which the API can't delete.\n`,
    );
  }
  const ended = await runProbes(session, (title, at, of) =>
    progress.show(`${at + 1}/${of} ${title} · ${service.requests} requests`),
  );
  progress.end();
  for (const warning of session.warnings) context.error(`\n!!! ${warning}\n\n`);
  return { session, baseUrl, ended, date };
}

/** An address or key that can't be one is a mistake of the command line. */
export function checked<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (isIssueTrackingError(error, 'InvalidArgumentError')) throw new UsageError(error.message);
    throw error;
  }
}
