import { inFreshProcesses, type Program, rounds } from '../harness/fresh-processes.ts';
import { leastRatioOf, ratioTarget } from '../harness/interleave.ts';
import { least, millis, percent, spread, times } from '../harness/numbers.ts';
import type { Limit, Report } from '../harness/report.ts';

interface Limited extends Program {
  /** Limit of its processor time, relative to the first program. */
  readonly limit?: Limit;
}

/** Programs that make one mock. */
export const programs: readonly Limited[] = [
  {
    name: 'MSW, twelve handlers in setupServer',
    code: `
      const { http, HttpResponse } = await import('msw');
      const { setupServer } = await import('msw/node');
      const paths = Array.from({ length: 12 }, (_, i) => 'https://issues.test/api/v1/things-' + i + '/:id');
      setupServer(...paths.map((path) => http.get(path, () => HttpResponse.json({ data: {} }))));`,
  },
  {
    name: '@issue-tracking/mock, and setupMock of /msw',
    limit: {
      limit: 1.4,
      goal: {
        value: 1.3,
        reason:
          'imports all of MSW, which alone is 1×, and the mock; one file for all code that its entries share would take 0.05× less, and make bundles of single entries larger',
      },
    },
    code: `
      const { createMock } = await import('@issue-tracking/mock');
      const { setupMock } = await import('@issue-tracking/mock/msw');
      setupMock(createMock());`,
  },
  {
    name: '@issue-tracking/mock',
    limit: { limit: 0.5 },
    code: `
      const { createMock } = await import('@issue-tracking/mock');
      createMock();`,
  },
  {
    name: '@issue-tracking/mock, required',
    limit: { limit: 0.5 },
    code: `
      const { createMock } = process.getBuiltinModule('module').createRequire(process.cwd() + '/')('@issue-tracking/mock');
      createMock();`,
  },
  {
    // Each test file loads Vitest anyway, and Vitest works nowhere else: a substitute returns the fixtures.
    name: 'the fixture of /vitest',
    limit: { limit: 0.5 },
    code: `
      const test = 'export const test = { extend: (fixtures) => { globalThis.fixtures ??= fixtures; return test; }, override() {} }';
      const url = 'data:text/javascript,' + encodeURIComponent(test);
      process.getBuiltinModule('module').registerHooks({
        resolve: (name, context, next) => (name === 'vitest' ? { url, shortCircuit: true } : next(name, context)),
      });
      await import('@issue-tracking/mock/vitest');
      await fixtures.mock({}, () => {});`,
  },
];

/** Measures the processor time of a test file before its first test: the import and one mock. */
export default function start(): Report {
  const { samples, invalid } = inFreshProcesses(programs);
  return toReport(
    samples.map((all) => all.map(({ cpu }) => cpu)),
    invalid,
  );
}

/** Returns the report of the milliseconds that each program took in each round. */
export function toReport(samples: readonly number[][], invalid: string[] = []): Report {
  const base = samples[0] ?? [];
  const measured = programs.map((program, index) => ({ ...program, cpu: samples[index] ?? [] }));
  return {
    title: 'What a test file pays: import, and one mock',
    how: `In a fresh process, files in the page cache, without the start of Node. Processor time of all threads, least of ${rounds} interleaved rounds.`,
    columns: ['', 'processor', 'of MSW', 'spread'],
    rows: measured.map(({ name, cpu }) => ({
      name,
      ours: cpu !== base,
      cells: [millis(least(cpu)), times(leastRatioOf(cpu, base)), percent(spread(cpu))],
    })),
    targets: measured.flatMap(({ name, limit, cpu }) =>
      limit ? [ratioTarget(`${name}, of MSW`, cpu, base, limit, leastRatioOf)] : [],
    ),
    invalid,
  };
}
