import { readFileSync, writeFileSync } from 'node:fs';
import { limitText, measuredText, type Report, type Target, verdictOf } from './report.ts';

/** A report with the command that repeats it. */
export interface NamedReport extends Report {
  readonly command: string;
}

const readme = new URL('../README.md', import.meta.url);
const heading = '## Last run';

/** Replaces the figures of `README.md`, so that all are of one run. */
export function writeReadme(machine: string, reports: readonly NamedReport[]): void {
  const text = readFileSync(readme, 'utf8');
  const before = text.slice(0, text.indexOf(heading)).trimEnd();
  // Named in the first row of each.
  const rows = reports.flatMap(({ title, command, targets }) =>
    targets.map((target, at) => ({ target, title: at === 0 ? title : '', command: at === 0 ? `\`${command}\`` : '' })),
  );
  const sections = [
    before,
    heading,
    machine,
    table(
      ['Measurement', 'Command', 'Target', 'Measured', 'Limit', ''],
      rows.map(({ target, title, command }) => [
        title,
        command,
        target.name,
        measuredText(target),
        limitText(target),
        verdictText(target),
      ]),
    ),
  ];
  writeFileSync(readme, `${sections.join('\n\n')}\n`);
}

function verdictText(target: Target): string {
  const verdict = verdictOf(target);
  if (verdict === 'accepted') return `accepted: ${target.goal?.reason}`;
  return verdict === 'missed' ? '**missed**' : verdict;
}

function table(columns: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
}
