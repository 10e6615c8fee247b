import type { CliContext } from '../context.ts';
import type { TestedRule } from '../findings/parts.ts';
import {
  describeOpen,
  describeSeen,
  describeUntested,
  judgeRule,
  type RuleResult,
  type Verdict,
} from '../findings/verdict.ts';
import { painter } from '../output/paint.ts';
import { lineWidth, splitWords, wrapWords } from '../output/wrap-words.ts';
import { mapStrings } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import { printable, printableJson } from '../platform/printable.ts';
import { rules } from '../rules.ts';
import { commonFlags, type FlagValues, projectFlag, writeFlags } from './flags.ts';
import type { VerifyReport } from './reports.ts';
import { type Run, runSession } from './session.ts';

export const verifyFlags = { project: projectFlag, ...writeFlags, ...commonFlags };

interface Row extends RuleResult {
  readonly id: string;
  readonly says: string;
}

/** Checks which rules a service follows. Resolves to the exit code: 1 for a failed rule, drift or a warning. */
export async function verify(flags: FlagValues, cliContext: CliContext): Promise<number> {
  const run = await runSession('rules', flags, cliContext);
  const { session, ended, context } = run;
  const rows = createRows(run);
  if ('json' in flags)
    context.out(`${printableJson(mapStrings(createReport(rows, run), session.service.redact), 2)}\n`);
  else context.out(formatTable(rows, run, context));
  if (ended) {
    context.error(`issue-tracking: run ended early: ${printable(ended.message)}\n`);
    return ended.exitCode;
  }
  const { drift } = session.findings;
  const isFinding = drift.length > 0 || session.warnings.length > 0 || rows.some(({ verdict }) => verdict === 'fail');
  return isFinding ? 1 : 0;
}

function createRows({ session, ended }: Run): Row[] {
  const { findings, testIssue, isApiKey } = session;
  const limits = { writes: testIssue !== undefined, ended: ended !== undefined, isApiKey };
  const sections = Object.entries(rules).filter(([section]) => section !== 'Gaps');
  return sections.flatMap(([, section]) =>
    Object.entries(section).map(([id, rule]) => {
      return { id, says: rule.says, ...judgeRule(id, rule, findings.rules.get(id as TestedRule), limits) };
    }),
  );
}

function createReport(rows: readonly Row[], { session, baseUrl, date, ended }: Run): VerifyReport {
  const { findings, service, warnings } = session;
  return {
    baseUrl,
    date,
    requests: service.requests,
    ...(ended && { ended: ended.message }),
    rules: rows.map(({ id, says, verdict, why, seen, open, evidence }) => ({
      id,
      says,
      verdict,
      ...(why !== undefined && { why }),
      seen,
      open,
      ...(evidence && { request: evidence.request, response: evidence.response }),
    })),
    drift: findings.drift,
    warnings: [...warnings],
  };
}

const marks = {
  pass: ['green', '✓'],
  fail: ['red', '✗'],
  inconclusive: ['yellow', '?'],
  'not-tested': ['dim', '·'],
} as const;
const verdictWidth = 'inconclusive'.length;

function formatTable(rows: readonly Row[], { session, baseUrl, ended }: Run, { terminal, env }: CliContext): string {
  const paint = painter(terminal.out, env);
  const columns = lineWidth(terminal);
  const idWidth = Math.max(...rows.map(({ id }) => id.length));
  const margin = 2 + verdictWidth + 2 + idWidth + 2;
  const indent = ' '.repeat(4);
  // If the run ended early, show only the tested rules. The many untested rules would hide them.
  const shown = ended === undefined ? rows : rows.filter(({ verdict }) => verdict !== 'not-tested');
  const lines = shown.flatMap((row) => {
    const { id, says, verdict, why = '', evidence } = row;
    const [format, mark] = marks[verdict];
    const start = `${paint(format, `${mark} ${verdict.padEnd(verdictWidth)}`)}  ${id.padEnd(idWidth)}  `;
    const parts =
      verdict === 'fail' ? [] : splitWords(` (${describeParts(row)})`, (word) => paint('dim', word)).slice(1);
    const line = start + wrapWords([...splitWords(says), ...parts], columns, margin);
    if (verdict !== 'fail') return [line];
    const details = [why, evidence?.request ?? '', `→ ${evidence?.response ?? ''}`];
    return [
      line,
      ...details.map(
        (text) =>
          indent +
          wrapWords(
            splitWords(text, (word) => paint('red', word)),
            columns,
            4,
          ),
      ),
    ];
  });
  const drift = session.findings.drift.map(({ endpoint, kind, path, value }) => {
    const shown = value === undefined ? '' : ` = ${JSON.stringify(value)}`;
    return `${paint('yellow', '!')} ${printable(`${kind}: ${endpoint} ${path}${shown}`)}`;
  });
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const sum = [
    `${pluralize(count('pass'), 'rule passed', 'rules passed')}, ${count('fail')} failed, ${count('inconclusive')} inconclusive, ${count('not-tested')} not tested`,
    pluralize(drift.length, 'unknown field or value', 'unknown fields and values'),
    `${pluralize(session.service.requests, 'request')} to ${baseUrl}`,
  ].join('; ');
  return `${[...lines, ...drift, '', sum].join('\n')}\n`;
}

/** Describes the tested, untested and untestable parts of a rule. */
function describeParts({ id, verdict, why, seen, open }: Row): string {
  if (verdict === 'not-tested') return why ?? '';
  const untested = describeUntested(id);
  return [describeSeen(id, seen), describeOpen(id, open), untested && `never ${untested}`].filter(Boolean).join('; ');
}
