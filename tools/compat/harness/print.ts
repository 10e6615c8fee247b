import { styleText } from 'node:util';
import type { Row } from './row.ts';

const coloured = process.stdout.isTTY === true && !process.env['NO_COLOR'];

function paint(style: 'green' | 'red' | 'dim' | 'bold', text: string): string {
  return coloured ? styleText(style, text, { validateStream: false }) : text;
}

/** Prints one line for a setup, and its failure below. */
export function printRow({ setup, versions, works, passed, cases, seconds, problem }: Row): void {
  const verdict = works ? paint('green', 'works ') : paint('red', 'FAILED');
  const line = `${setup.name.padEnd(28)} ${`${passed}/${cases}`.padStart(6)}  ${seconds.toFixed(1).padStart(5)} s`;
  console.log(`${verdict}  ${line}  ${paint('dim', versions.join(', '))}`);
  if (problem) console.log(problem.replace(/^/gm, '        '));
}

/** Prints the number of setups that work. */
export function printSummary(rows: readonly Row[]): void {
  const works = rows.filter((row) => row.works).length;
  console.log(paint('bold', `\n${works} of ${rows.length} setups work.`));
}
