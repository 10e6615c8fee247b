import { type Behavior, behaviorOptions } from '@issue-tracking/mock';
import { formatVersion } from '@issue-tracking/mock/internal';
import { shownByWrites } from '../checks/run.ts';
import type { CliContext } from '../context.ts';
import type { BehaviorName, Evidence } from '../findings/findings.ts';
import { painter } from '../output/paint.ts';
import { lineWidth, splitWords, wrapWords } from '../output/wrap-words.ts';
import { mapStrings } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import { printable, printableJson } from '../platform/printable.ts';
import { commonFlags, type FlagValues, projectFlag, writeFlags } from './flags.ts';
import type { CalibrateReport } from './reports.ts';
import { type Run, runSession } from './session.ts';

export const calibrateFlags = { project: projectFlag, ...writeFlags, ...commonFlags };

const names = Object.keys(behaviorOptions) as BehaviorName[];

/** Finds the behavior of a service. Resolves to the exit code: 1 for a warning. */
export async function calibrate(flags: FlagValues, cliContext: CliContext): Promise<number> {
  const run = await runSession('behavior', flags, cliContext);
  const { context, session } = run;
  const calibration = createReport(run);
  if (context.terminal.out && !('json' in flags)) context.out(formatTable(calibration, run, context));
  else context.out(`${printableJson(mapStrings(calibration, session.service.redact), 2)}\n`);
  const { ended } = run;
  if (ended) {
    context.error(`issue-tracking: run ended early: ${printable(ended.message)}\n`);
    return ended.exitCode;
  }
  return session.warnings.length > 0 ? 1 : 0;
}

/** Creates the content of the behavior file. */
function createReport({ session, baseUrl, date, ended }: Run): CalibrateReport {
  const { findings, testIssue } = session;
  const open = names.filter((name) => !(name in findings.behavior));
  const undecided = open.map((name) => [
    name,
    findings.undecided[name] ?? reasonFor(name, testIssue !== undefined, ended !== undefined),
  ]);
  // The cast is safe: `decide` accepts only valid values of each option.
  const behavior = findings.behavior as Partial<Behavior>;
  const evidence = findings.evidence as Record<string, Evidence[]>;
  return {
    formatVersion,
    baseUrl,
    date,
    behavior,
    undecided: Object.fromEntries(undecided),
    evidence,
    ...(ended && { ended: ended.message }),
  };
}

const lockoutReason = 'a test would lock out all clients at this address';
/** Behavior options that no run tests, and why. */
const notTested: Partial<Record<BehaviorName, string>> = {
  lockout: lockoutReason,
  lockoutStatus: lockoutReason,
  missingTechContext: 'a test would read the context of every issue',
};

function reasonFor(name: BehaviorName, writes: boolean, ended: boolean): string {
  if (notTested[name]) return notTested[name];
  if (ended) return 'the run ended before this test';
  if (!writes && shownByWrites.includes(name)) return 'only a write shows it: --project ID --issue N --write';
  return 'the data does not show it';
}

function formatTable(
  { behavior, undecided }: CalibrateReport,
  { session, baseUrl }: Run,
  { terminal, env }: CliContext,
): string {
  const paint = painter(true, env);
  const columns = lineWidth(terminal);
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => {
    const [standard] = behaviorOptions[name].choices;
    const label = name.padEnd(width);
    if (!(name in behavior)) {
      const words = splitWords(`undecided: ${undecided[name] ?? ''}`, (word) => paint('dim', word));
      return paint('dim', `? ${label}  `) + wrapWords(words, columns, width + 4);
    }
    const value = JSON.stringify(behavior[name as keyof typeof behavior]);
    const isDefault = value === JSON.stringify(standard);
    const words = splitWords(printable(value));
    // The leading blank becomes an empty word, so that two blanks stand between the value and this text.
    if (isDefault) words.push(...splitWords(" the mock's default", (word) => paint('dim', word)));
    return `${paint('green', '✓')} ${label}  ${wrapWords(words, columns, width + 4)}`;
  });
  const decided = Object.keys(behavior).length;
  const sum = `${decided} decided, ${names.length - decided} undecided; ${pluralize(session.service.requests, 'request')} to ${baseUrl}. With --json or in a pipe, the output is a behavior file for the mock.`;
  return `${[...lines, '', sum].join('\n')}\n`;
}
