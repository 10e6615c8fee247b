import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { effort } from '../harness/effort.ts';
import { ratioOf } from '../harness/interleave.ts';
import { median, millis, percent, spread, times } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';

const rounds = effort(15);

/** Programs that make one mock, with limits relative to the first. */
const contenders = [
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
    limit: 1.3,
    code: `
      const { createMock } = await import('@issue-tracking/mock');
      const { setupMock } = await import('@issue-tracking/mock/msw');
      setupMock(createMock());`,
  },
  {
    name: '@issue-tracking/mock',
    limit: 0.5,
    code: `
      const { createMock } = await import('@issue-tracking/mock');
      createMock();`,
  },
  {
    name: '@issue-tracking/mock, required',
    limit: 0.5,
    code: `
      const { createMock } = process.getBuiltinModule('module').createRequire(process.cwd() + '/')('@issue-tracking/mock');
      createMock();`,
  },
  {
    // Each test file loads Vitest anyway, and Vitest works nowhere else: a substitute returns the fixtures.
    name: 'the fixture of /vitest',
    limit: 0.5,
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
  const samples = contenders.map((contender) => ({ ...contender, cpu: [] as number[] }));
  const invalid = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < samples.length; turn += 1) {
      const sample = samples[(turn + round) % samples.length];
      const cpu = sample && cpuOf(sample.code);
      if (cpu === undefined) invalid.add(`${sample?.name} did not run`);
      else sample?.cpu.push(cpu);
    }
  }
  const base = samples[0]?.cpu ?? [];
  return {
    title: 'What a test file pays: import, and one mock',
    how: `In a fresh process, files in the page cache, without the start of Node. Processor time of all threads, median of ${rounds} interleaved rounds.`,
    columns: ['', 'processor', 'of MSW', 'spread'],
    rows: samples.map(({ name, cpu }) => ({
      name,
      ours: cpu !== base,
      cells: [millis(median(cpu)), times(ratioOf(cpu, base)), percent(spread(cpu))],
    })),
    targets: samples.flatMap(({ name, limit, cpu }) =>
      limit === undefined
        ? []
        : [{ name: `${name}, of MSW`, measured: ratioOf(cpu, base), bound: 'at most' as const, limit, unit: '×' }],
    ),
    invalid: [...invalid],
  };
}

function cpuOf(code: string): number | undefined {
  const measured = `
    const before = process.cpuUsage();
    ${code}
    const { user, system } = process.cpuUsage(before);
    process.stdout.write('CPU ' + (user + system) / 1000);
    process.exit();`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', measured], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  const [, found] = /CPU ([\d.]+)$/.exec(stdout) ?? [];
  return found === undefined ? undefined : Number(found);
}
