import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildOurs, installPeers } from './harness/prepare.ts';
import { printReport, printSummary } from './harness/print.ts';
import type { Outcome, Report } from './harness/report.ts';

/** One process each: file, and what Node needs to be told for it. */
interface Measurement {
  file: string;
  node?: string[];
}

const source = '--conditions=@issue-tracking/source';

const suites: Record<string, Measurement[]> = {
  sdk: [
    { file: 'sdk/calls.ts', node: ['--expose-gc'] },
    { file: 'sdk/loopback.ts' },
    { file: 'sdk/size.ts' },
    { file: 'sdk/start.ts' },
    { file: 'sdk/limiter.ts' },
  ],
  features: [{ file: 'features/answers.ts' }],
  mock: [
    { file: 'mock/adapters.ts', node: ['--expose-gc'] },
    { file: 'mock/http.ts' },
    { file: 'mock/store.ts', node: ['--expose-gc', '--max-old-space-size=8192', source] },
    { file: 'mock/cli.ts' },
    { file: 'mock/start.ts' },
    { file: 'mock/tenants.ts', node: ['--expose-gc'] },
    { file: 'mock/state.ts', node: ['--expose-gc', '--max-old-space-size=4096', source] },
  ],
};

const usage = 'pnpm bench sdk|mock|features [--json] [--only NAME] [--no-build]';

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        build: { type: 'boolean', default: true },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const suite = suites[positionals[0] ?? ''];
if (!suite || positionals.length > 1) {
  console.error(usage);
  process.exit(2);
}
const chosen = suite.filter(({ file }) => values.only === undefined || file.endsWith(`/${values.only}.ts`));
if (chosen.length === 0) {
  console.error(`--only takes one of: ${suite.map(({ file }) => file.replace(/^.*\/|\.ts$/g, '')).join(', ')}`);
  process.exit(2);
}

// Before the build, which is work too.
const cores = cpus();
const machine = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: `${cores.length} × ${cores[0]?.model ?? 'unknown'}`,
  load: loadavg()[0] ?? 0,
};
installPeers();
if (values.build) buildOurs();

const start = performance.now();
if (!values.json) {
  const { date, node, cpu, load } = machine;
  console.log(`\n${date.slice(0, 10)}, Node ${node}, ${cpu}, load ${load.toFixed(1)}`);
  if (load > cores.length / 2) console.log('The machine is busy with something else: these figures say little.');
}

const reports: Report[] = [];
for (const measurement of chosen) {
  if (process.stderr.isTTY) process.stderr.write(`… ${measurement.file}`);
  const outcome = await run(measurement);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const found =
    outcome.error === undefined ? outcome.reports : [...outcome.reports, failed(measurement, outcome.error)];
  reports.push(...found);
  if (!values.json) for (const report of found) printReport(report);
}
const seconds = (performance.now() - start) / 1000;
if (values.json) console.log(JSON.stringify({ ...machine, seconds, reports }, null, 2));
else printSummary(reports, seconds);
// A missed target is a finding, not a failure; a wrong answer makes the figures worthless.
process.exitCode = reports.some(({ invalid }) => invalid.length > 0) ? 1 : 0;

function run({ file, node = [] }: Measurement): Promise<Outcome> {
  const child = fork(
    fileURLToPath(new URL('harness/child.ts', import.meta.url)),
    [new URL(file, import.meta.url).href],
    {
      execArgv: node,
      // Contenders' own talk goes where it doesn't mix with the tables.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    },
  );
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Outcome));
    child.once('exit', (code, signal) => resolve({ reports: [], error: `ended without a report (${signal ?? code})` }));
  });
}

function failed({ file }: Measurement, error: string): Report {
  return { title: file, how: 'did not finish', columns: [], rows: [], targets: [], invalid: [error] };
}
