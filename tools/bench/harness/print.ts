import { styleText } from 'node:util';
import { limitText, measuredText, type Report, type Target, type Verdict, verdictOf } from './report.ts';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

const coloured = process.stdout.isTTY === true && !process.env['NO_COLOR'];

function paint(style: Style, text: string): string {
  return coloured ? styleText(style, text, { validateStream: false }) : text;
}

/** Prints a table with its targets below. */
export function printReport(report: Report): void {
  const lines = [report.columns, ...report.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell ?? '')])];
  const widths = report.columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const align = (cells: string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();

  console.log(`\n${paint('bold', report.title)}`);
  console.log(`${paint('dim', report.how)}\n`);
  console.log(`  ${paint('dim', align(report.columns))}`);
  for (const [index, { ours }] of report.rows.entries()) {
    const line = align(lines[index + 1] ?? []);
    console.log(`  ${ours ? paint('cyan', line) : line}`);
  }
  if (report.targets.length > 0) console.log('');
  for (const target of report.targets) printTarget(target);
  for (const problem of report.invalid) console.log(`  ${paint('red', `INVALID  ${problem}`)}`);
}

/** Prints how many targets were met, and a line for each one that was missed. */
export function printSummary(reports: readonly Report[], seconds: number): void {
  const targets = reports.flatMap((report) => report.targets.map((target) => ({ ...target, title: report.title })));
  const having = (verdict: Verdict) => targets.filter((target) => verdictOf(target) === verdict);
  const count = (verdict: Verdict) => having(verdict).length;
  const counts = `${count('met')} of ${targets.length} targets met, ${count('accepted')} accepted, ${count('unclear')} unclear, ${count('missed')} missed`;
  console.log(`\n${paint('bold', counts)}, in ${seconds.toFixed(0)} s.`);
  for (const target of having('missed')) console.log(`${mark('missed')}  ${target.title}: ${describe(target)}`);
  const invalid = reports.flatMap((report) => report.invalid).length;
  if (invalid > 0) console.log(paint('red', `This run does not count: ${invalid} × a wrong answer or none.`));
}

function printTarget(target: Target): void {
  const verdict = verdictOf(target);
  console.log(`  ${mark(verdict)}  ${describe(target)}`);
  if (verdict === 'accepted') console.log(`            ${target.goal?.reason}`);
}

function mark(verdict: Verdict): string {
  if (verdict === 'missed') return paint('red', 'MISSED  ');
  return paint(verdict === 'met' ? 'green' : 'yellow', verdict.padEnd('accepted'.length));
}

function describe(target: Target): string {
  return `${target.name}: ${measuredText(target)} (${limitText(target)})`;
}
