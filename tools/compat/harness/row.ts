import type { Finished } from '../../project/command.ts';
import type { Setup } from '../setups.ts';

/** The result of one setup. */
export interface Row {
  readonly setup: Setup;
  readonly versions: readonly string[];
  readonly works: boolean;
  readonly seconds: number;
  readonly passed: number;
  readonly cases: number;
  /** The failure, as the setup printed it. */
  readonly problem?: string;
}

/** The most characters of output that are kept. */
const longestProblem = 4000;

/**
 * Reads the lines of the smoke suite, or the output of a test runner. A setup works if its command exits with 0, every started
 * case passes, and at least one does: a runner may find no test.
 */
export function readRow(
  { code, output, seconds }: Finished,
  counted: Setup['passed'],
): Omit<Row, 'setup' | 'versions'> {
  const passed = counted ? sumOf(output.matchAll(counted)) : (output.match(/SMOKE ok /g)?.length ?? 0);
  const failed = output.match(/SMOKE failed /g)?.length ?? 0;
  const works = code === 0 && passed > 0 && failed === 0;
  const failures = output
    .split('\n')
    .filter((line) => line.includes('SMOKE failed'))
    .join('\n');
  const problem = failures || output.trim().slice(-longestProblem);
  return { works, seconds, passed, cases: passed + failed, ...(!works && { problem }) };
}

function sumOf(found: Iterable<RegExpMatchArray>): number {
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}
