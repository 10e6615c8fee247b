import { systemClock } from '@issue-tracking/sdk';
import { parseTestIssue } from '../checks/parse-test-issue.ts';
import { runChecks } from '../checks/run.ts';
import { type Goal, Session } from '../checks/session.ts';
import { type CliContext, UsageError } from '../context.ts';
import { Progress } from '../output/progress.ts';
import { pluralize } from '../platform/pluralize.ts';
import { createStopSignal, EndedEarly } from '../service/ended-early.ts';
import type { Exchange } from '../service/exchange.ts';
import { type FlagValues, testIssueNumber } from './flags.ts';
import { createServiceClient, readServiceAddress } from './service-address.ts';

/** The result of a run. */
export interface Run {
  readonly session: Session;
  readonly baseUrl: string;
  /** The reason if the run ended early. */
  readonly ended: EndedEarly | undefined;
  /** The start of the run. */
  readonly date: string;
  /** A context that redacts the credential. */
  readonly context: CliContext;
}

/** Returns a context that redacts the credential in its output. */
export function redactingContext(context: CliContext, { redact }: { redact(text: string): string }): CliContext {
  return {
    ...context,
    out: (text) => context.out(redact(text)),
    error: (text) => context.error(redact(text)),
  };
}

/** Runs the checks for a goal. @throws UsageError if the run can't start. */
export async function runSession(goal: Goal, flags: FlagValues, cliContext: CliContext): Promise<Run> {
  const number = testIssueNumber(flags);
  const { baseUrl, credential, from } = await readServiceAddress(flags, cliContext);
  const { fetch, clock = systemClock } = cliContext;
  const onExchange = (exchange: Exchange) => session.exchanges.push(exchange);
  const onWait = (ms: number, why: string) => progress.wait(ms, why);
  const signal = createStopSignal(cliContext);
  const service = createServiceClient({ baseUrl, credential, fetch, clock, signal, onExchange, onWait }, from);
  const context = redactingContext(cliContext, service);
  const progress = new Progress(context);
  const target = { goal, baseUrl, isApiKey: 'apiKey' in credential, projectId: flags['project'] };
  const session: Session = new Session(service, clock, target);
  const date = new Date(clock.date?.() ?? clock.now()).toISOString();
  try {
    if (number !== undefined) await prepareTestIssue(session, number, context);
    const ended = await runChecks(session, (title, at, of) =>
      progress.show(() => `${at + 1}/${of} ${title} · ${pluralize(service.requests, 'request')}`),
    );
    return { session, baseUrl, ended, date, context };
  } catch (error) {
    // The message may quote a response.
    if (error instanceof UsageError || error instanceof EndedEarly) error.message = service.redact(error.message);
    throw error;
  } finally {
    progress.end();
    if (session.restored) context.error(`${session.restored}\n`);
    for (const warning of session.warnings) context.error(`\n!!! ${warning}\n\n`);
  }
}

/** Reads the test issue, and tells the user what the run will change in it. */
async function prepareTestIssue(session: Session, number: number, { error }: CliContext): Promise<void> {
  const { service, goal, projectId, warnings } = session;
  const testIssue = parseTestIssue(session, await service.read({ path: session.project(`/${number}`) }), number);
  session.testIssue = testIssue;
  if (!testIssue) {
    warnings.push(`Issue ${number} of ${projectId} is not as v1 describes it, so nothing was written to it.`);
    return;
  }
  const comments =
    goal === 'rules' ? 'one comment, or more if the service accepts invalid ones' : 'two comments at most';
  error(
    `Issue ${number} of ${projectId} will be changed and restored to ${testIssue.status}, ${testIssue.priority}. It keeps ${comments}, which the API can't delete.\n`,
  );
}
