import { styleText } from 'node:util';
import { figure, isMet, type Report, type Target } from './report.ts';

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
  for (const target of report.targets) console.log(`  ${verdict(target)}`);
  for (const problem of report.invalid) console.log(`  ${paint('red', `INVALID  ${problem}`)}`);
}

/** Prints whether every row works. */
export function printTried({ title, invalid }: Report): void {
  console.log(`  ${invalid.length === 0 ? paint('green', 'works  ') : paint('red', 'INVALID')}  ${title}`);
  for (const problem of invalid) console.log(`           ${problem}`);
}

/** Prints one line with the number of targets met, and one with the number of wrong answers. */
export function printSummary(reports: readonly Report[], seconds: number, isQuick: boolean): void {
  const targets = reports.flatMap((report) => report.targets);
  const met = targets.filter(isMet).length;
  const invalid = reports.flatMap((report) => report.invalid).length;
  const missed = met === targets.length ? '' : paint('yellow', ` (${targets.length - met} missed)`);
  const result = isQuick
    ? `${reports.length} measurements tried`
    : `${paint('bold', `${met} of ${targets.length} targets met`)}${missed}`;
  console.log(`\n${result} in ${seconds.toFixed(0)} s.`);
  if (invalid > 0) console.log(paint('red', `This run does not count: ${invalid} × a wrong answer or none.`));
}

function verdict(target: Target): string {
  const met = isMet(target);
  const mark = met ? paint('green', 'met   ') : paint('yellow', 'MISSED');
  return `${mark}  ${target.name}: ${figure(target.measured, target.unit)} (${target.bound} ${figure(target.limit, target.unit)})`;
}
