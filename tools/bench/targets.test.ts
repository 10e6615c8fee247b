import { expect, test, vi } from 'vitest';
import { printReport, printSummary } from './harness/print.ts';
import { exitCode, type Report, verdictOf } from './harness/report.ts';
import { programs, toReport } from './mock/start.ts';

/** Milliseconds of the first program in five rounds, on a machine that becomes slower. */
const rounds = [90, 92, 94, 97, 140];

/** Returns the report of a run in which each program reaches its limit, except for `slow`. */
function planted(slow: Record<string, number> = {}): Report {
  return toReport(programs.map(({ name, limit }) => rounds.map((ms) => ms * (slow[name] ?? limit?.limit ?? 1))));
}

function print(report: Report): string {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  printReport(report);
  printSummary([report], 1);
  vi.restoreAllMocks();
  return lines.join('\n');
}

test('a run in which each row meets its limit succeeds', () => {
  const report = planted();
  expect(exitCode([report])).toBe(0);
  expect(print(report)).toContain('3 of 4 targets met, 1 accepted, 0 unclear, 0 missed');
  expect(print(report)).not.toContain('MISSED');
});

test('one slow row fails the run, with a line that names the row, its figure and its limit', () => {
  const report = planted({ '@issue-tracking/mock': 0.75 });
  expect(exitCode([planted(), report])).toBe(1);
  const lines = print(report).split('\n');
  expect(lines).toContain('2 of 4 targets met, 1 accepted, 0 unclear, 1 missed, in 1 s.');
  expect(lines.at(-1)).toBe(
    'MISSED    What a test file pays: import, and one mock: @issue-tracking/mock, of MSW: 0.750× ± 0 (at most 0.500×)',
  );
});

test('a ratio misses its limit only if it exceeds it by more than its spread over the rounds', () => {
  const ofMsw = (ratios: number[]) => {
    const samples = programs.map(({ limit }) => rounds.map((ms) => ms * (limit?.limit ?? 1)));
    samples[2] = rounds.map((ms, round) => ms * (ratios[round] ?? 0));
    const report = toReport(samples);
    return [exitCode([report]), report.targets[1] && verdictOf(report.targets[1])];
  };
  expect(programs[2]?.limit).toEqual({ limit: 0.5 });
  // Least 0.52; half of the rounds lie between 0.54 and 0.6, which is a spread of 0.03.
  expect(ofMsw([0.52, 0.57, 0.6, 0.62, 0.54])).toEqual([0, 'unclear']);
  expect(ofMsw([0.52, 0.57, 0.57, 0.58, 0.62])).toEqual([1, 'missed']);
});

test('a run with a wrong result or a missing figure fails', () => {
  expect(exitCode([{ ...planted(), invalid: ['ours: returned something else'] }])).toBe(1);
  const report = toReport(programs.map((_, index) => (index === 2 ? [] : rounds)));
  expect(exitCode([report])).toBe(1);
  expect(print(report)).toContain('@issue-tracking/mock, of MSW: no figure (at most 0.500×)');
});
