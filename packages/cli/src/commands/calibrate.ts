import { type Readings, readingDefinitions } from '@issue-tracking/mock';
import type { CliContext } from '../context.ts';
import type { Evidence, ReadingName } from '../findings/findings.ts';
import { painter, printable } from '../output/paint.ts';
import { wordsOf, wrapped } from '../output/wrapped.ts';
import { writeReadings } from '../probes/run.ts';
import { common, type Given, project, writing } from './flags.ts';
import { type Run, runSession } from './session.ts';

export const calibrateFlags = { project, ...writing, ...common };

/** What a service does where the specification leaves it open: the readings file. */
interface Calibration {
  readonly baseUrl: string;
  readonly date: string;
  /** For `createMock({ readings })` and the mock's `--readings`. */
  readonly readings: Partial<Readings>;
  /** Why nothing certain can be said of the others. */
  readonly undecided: Readonly<Record<string, string>>;
  /** The requests and answers that showed it. */
  readonly evidence: Readonly<Record<string, readonly Evidence[]>>;
  /** Why it ended early. */
  readonly ended?: string;
}

const names = Object.keys(readingDefinitions) as ReadingName[];

/** Which choices a service makes. Resolves to the exit code. */
export async function calibrate(given: Given, context: CliContext): Promise<number> {
  const run = await runSession('readings', given, context);
  const calibration = calibrationOf(run);
  if (context.terminal.out && !('json' in given)) context.out(table(calibration, run, context));
  else context.out(`${JSON.stringify(calibration, null, 2)}\n`);
  if (run.ended !== undefined) context.error(`issue-tracking: it ended early: ${run.ended}\n`);
  return run.ended !== undefined ? 2 : run.session.warnings.length > 0 ? 1 : 0;
}

function calibrationOf({ session, baseUrl, date, ended }: Run): Calibration {
  const { findings, scratch } = session;
  const open = names.filter((name) => !(name in findings.readings));
  const undecided = open.map((name) => [name, findings.undecided[name] ?? whyNot(name, scratch !== undefined, ended)]);
  // Only what each reading takes was decided for it.
  const readings = findings.readings as Partial<Readings>;
  const evidence = findings.evidence as Record<string, Evidence[]>;
  return { baseUrl, date, readings, undecided: Object.fromEntries(undecided), evidence, ...(ended && { ended }) };
}

/** Readings that no run looks at, and why. */
const unseen: Partial<Record<ReadingName, string>> = {
  bodyLimit: 'it would take bodies of megabytes',
  commentLimit: 'it would leave huge comments',
  tokenRateLimit: 'it would use up the rate of a token',
  refusedCount: 'it would use up the rate of the key',
  lockout: 'it would lock out everybody at this address',
  lockoutStatus: 'it would lock out everybody at this address',
  missingCredential: 'it would lock out everybody at this address',
  inactiveOrganizationKey: 'it needs a key of an inactive organization',
};

function whyNot(name: ReadingName, writes: boolean, ended: string | undefined): string {
  if (unseen[name]) return unseen[name];
  if (ended !== undefined) return 'the run ended before';
  if (!writes && writeReadings.includes(name)) return 'only a write shows it: --project ID --issue N --write';
  return 'the data does not show it';
}

function table({ readings, undecided }: Calibration, { session, baseUrl }: Run, { terminal, env }: CliContext): string {
  const paint = painter(true, env);
  const columns = terminal.columns ?? Number.POSITIVE_INFINITY;
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => {
    const [standard] = readingDefinitions[name].choices;
    const label = name.padEnd(width);
    if (!(name in readings)) {
      const words = wordsOf(`undecided: ${printable(undecided[name] ?? '')}`, (word) => paint('dim', word));
      return paint('dim', `? ${label}  `) + wrapped(words, columns, width + 4);
    }
    const value = JSON.stringify(readings[name]);
    const isDefault = value === JSON.stringify(standard);
    const words = wordsOf(printable(value));
    // Begins with a blank, which makes two of them.
    if (isDefault) words.push(...wordsOf(" the mock's default", (word) => paint('dim', word)));
    return `${paint('green', '✓')} ${label}  ${wrapped(words, columns, width + 4)}`;
  });
  const decided = Object.keys(readings).length;
  const sum = `${decided} decided, ${names.length - decided} undecided; ${session.service.requests} requests to ${baseUrl}. With --json, or in a pipe, it is a file for the mock.`;
  return `${[...lines, '', sum].join('\n')}\n`;
}
