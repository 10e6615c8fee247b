import type { CliContext } from '../context.ts';
import { painter, printable } from '../output/paint.ts';
import { wordsOf, wrapped } from '../output/wrapped.ts';
import { everyAnswerRules } from '../probes/every-answer.ts';
import { writeRules } from '../probes/run.ts';
import { rules } from '../rules.ts';
import { common, type Given, project, writing } from './flags.ts';
import { type Run, runSession } from './session.ts';

export const verifyFlags = { project, ...writing, ...common };

interface Row {
  readonly id: string;
  readonly says: string;
  readonly verdict: 'holds' | 'broken' | 'not observable';
  readonly why?: string | undefined;
  readonly request?: string | undefined;
  readonly answer?: string | undefined;
}

/** Which rules a service keeps. Resolves to the exit code: 1 when one is broken or something is there that v1 doesn't know. */
export async function verify(given: Given, context: CliContext): Promise<number> {
  const run = await runSession('rules', given, context);
  const rows = rowsOf(run);
  const { session, baseUrl, date, ended } = run;
  const { findings, service, warnings } = session;
  const report = {
    baseUrl,
    date,
    requests: service.requests,
    ...(ended && { ended }),
    rules: rows,
    drift: findings.drift,
    warnings,
  };
  if ('json' in given) context.out(`${JSON.stringify(report, null, 2)}\n`);
  else context.out(table(rows, run, context));
  if (ended !== undefined) context.error(`issue-tracking: it ended early: ${ended}\n`);
  if (ended !== undefined) return 2;
  const isFinding =
    findings.drift.length > 0 || warnings.length > 0 || rows.some(({ verdict }) => verdict === 'broken');
  return isFinding ? 1 : 0;
}

function rowsOf({ session, ended }: Run): Row[] {
  const sections = Object.entries(rules).filter(([section]) => section !== 'Gaps');
  return sections.flatMap(([, section]) =>
    Object.entries(section).map(([id, { says }]) => {
      const found = session.findings.rules.get(id);
      if (!found) return { id, says, verdict: 'not observable', why: whyNot(id, session.scratch !== undefined, ended) };
      const { verdict, why, evidence } = found;
      return { id, says, verdict, why, request: evidence.request, answer: evidence.answer };
    }),
  );
}

/** Rules that no run looks at, and why. */
const unseen: Readonly<Record<string, string>> = {
  'GEN-6': 'creating an issue is never tried',
  'GEN-7': 'paths of the extension are never asked for',
  'RES-11': 'it is about clients',
  'EP-3': 'it is about OAuth tokens',
  'AUTH-2': 'one key does not show it',
  'AUTH-4': 'it needs a key without a scope',
  'AUTH-5': 'it needs a key without a scope',
  'AUTH-6': "it needs another organization's project",
  'AUTH-7': 'failed authentications would lock out everybody at this address',
  'ERR-5': 'it comes when it comes',
  'ERR-6': 'the rate is never used up',
  'LIM-1': 'the rate is never used up',
  'LIM-2': 'it is about clients',
  'VER-1': 'there is no other version',
  'VER-2': 'it is about clients',
};

function whyNot(id: string, writes: boolean, ended: string | undefined): string {
  if (unseen[id]) return unseen[id];
  if (ended !== undefined) return 'the run ended before';
  if (!writes && writeRules.includes(id) && !everyAnswerRules.includes(id))
    return 'only a write shows it: --project ID --issue N --write';
  return 'the data does not show it';
}

const marks = { holds: ['green', '✓'], broken: ['red', '✗'], 'not observable': ['dim', '·'] } as const;

function table(rows: readonly Row[], { session, baseUrl, ended }: Run, { terminal, env }: CliContext): string {
  const paint = painter(terminal.out, env);
  const columns = terminal.columns ?? Number.POSITIVE_INFINITY;
  const width = Math.max(...rows.map(({ id }) => id.length));
  const margin = '✓ not observable  '.length + width + 2;
  // Of a run that ended early, what it has seen: the rest would hide it.
  const told = ended === undefined ? rows : rows.filter(({ verdict }) => verdict !== 'not observable');
  const lines = told.flatMap(({ id, says, verdict, why, request = '', answer = '' }) => {
    const [format, mark] = marks[verdict];
    const start = `${paint(format, `${mark} ${verdict.padEnd('not observable'.length)}`)}  ${id.padEnd(width)}  `;
    const reason = verdict === 'not observable' ? wordsOf(`(${why})`, (word) => paint('dim', word)) : [];
    const line = start + wrapped([...wordsOf(says), ...reason], columns, margin);
    if (verdict !== 'broken') return [line];
    const evidence = [`${why}`, request, `→ ${answer}`];
    return [line, ...evidence.map((text) => `${' '.repeat(margin - 16)}${paint('red', printable(text))}`)];
  });
  const drift = session.findings.drift.map(
    ({ endpoint, kind, path, value }) =>
      `${paint('yellow', '!')} ${kind}: ${endpoint} ${path}${value === undefined ? '' : ` = ${printable(JSON.stringify(value))}`}`,
  );
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const sum = `${count('holds')} rules hold, ${count('broken')} broken, ${count('not observable')} not observable; ${drift.length} unknown fields and values; ${session.service.requests} requests to ${baseUrl}`;
  return `${[...lines, ...drift, '', sum].join('\n')}\n`;
}
