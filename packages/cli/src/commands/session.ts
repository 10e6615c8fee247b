import { systemClock } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { Progress } from '../output/progress.ts';
import { counted } from '../platform/counted.ts';
import { scratchOf } from '../probes/named-issue.ts';
import { runProbes } from '../probes/run.ts';
import { type Goal, Session } from '../probes/session.ts';
import { EndedEarly, endOf } from '../service/ended-early.ts';
import type { Exchange } from '../service/exchange.ts';
import { connection, serviceOf } from './connection.ts';
import { type Given, scratchNumber } from './flags.ts';

/** The result of a run of probes. */
export interface Run {
  readonly session: Session;
  readonly baseUrl: string;
  /** Why it ended early. */
  readonly ended: EndedEarly | undefined;
  /** When it began. */
  readonly date: string;
  /** The same surroundings, where nothing is printed that has the credential in it. */
  readonly context: CliContext;
}

/** Surroundings in which no text has the credential in it. */
export function guarded(context: CliContext, { redact }: { redact(text: string): string }): CliContext {
  return {
    ...context,
    out: (text) => context.out(redact(text)),
    error: (text) => context.error(redact(text)),
  };
}

/** Runs the probes for a goal. @throws UsageError when it can't begin. */
export async function runSession(goal: Goal, given: Given, surroundings: CliContext): Promise<Run> {
  const number = scratchNumber(given);
  const { baseUrl, credential } = await connection(given, surroundings);
  const { fetch, clock = systemClock } = surroundings;
  const onExchange = (exchange: Exchange) => session.exchanges.push(exchange);
  const onWait = (ms: number, why: string) => progress.wait(ms, why);
  const signal = endOf(surroundings);
  const service = serviceOf({ baseUrl, credential, fetch, clock, signal, onExchange, onWait });
  const context = guarded(surroundings, service);
  const progress = new Progress(context);
  const target = { goal, baseUrl, isApiKey: 'apiKey' in credential, projectId: given['project'] };
  const session: Session = new Session(service, clock, target);
  const date = new Date(clock.date?.() ?? clock.now()).toISOString();
  try {
    if (number !== undefined) await announce(session, number, context);
    const ended = await runProbes(session, (title, at, of) =>
      progress.show(() => `${at + 1}/${of} ${title} · ${counted(service.requests, 'request')}`),
    );
    return { session, baseUrl, ended, date, context };
  } catch (error) {
    // The message may hold the service's text.
    if (error instanceof UsageError || error instanceof EndedEarly) error.message = service.redact(error.message);
    throw error;
  } finally {
    progress.end();
    if (session.left) context.error(`${session.left}\n`);
    for (const warning of session.warnings) context.error(`\n!!! ${warning}\n\n`);
  }
}

/** Says what will be done to the issue before anything is. */
async function announce(session: Session, number: number, { error }: CliContext): Promise<void> {
  const { service, goal, projectId, warnings } = session;
  const scratch = scratchOf(session, await service.read({ path: session.project(`/${number}`) }), number);
  session.scratch = scratch;
  if (!scratch) {
    warnings.push(`Issue ${number} of ${projectId} is not shown as v1 describes it, so nothing was written to it.`);
    return;
  }
  const comments =
    goal === 'rules' ? 'one comment, or more where one is accepted that should not be' : 'two comments at most';
  error(
    `Issue ${number} of ${projectId} will be changed and put back to ${scratch.status}, ${scratch.priority}. It keeps ${comments}, which the API can't delete.\n`,
  );
}
