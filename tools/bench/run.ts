import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../project/read-arguments.ts';
import { buildOurs, installPeers } from './harness/prepare.ts';
import { printReport, printSummary } from './harness/print.ts';
import { exitCode, type Outcome, type Report } from './harness/report.ts';
import { writeReadme } from './harness/write-readme.ts';

/** A measurement's file, and flags of Node for its process. */
interface Measurement {
  file: string;
  node?: string[];
}

const suites: Record<string, Measurement[]> = {
  sdk: [
    { file: 'sdk/calls.ts', node: ['--expose-gc'] },
    { file: 'sdk/loopback.ts' },
    { file: 'sdk/size.ts' },
    { file: 'sdk/start.ts' },
    { file: 'sdk/limiter.ts' },
  ],
  mock: [
    { file: 'mock/adapters.ts', node: ['--expose-gc'] },
    { file: 'mock/http.ts' },
    { file: 'mock/store.ts', node: ['--expose-gc'] },
    { file: 'mock/cli.ts' },
    { file: 'mock/start.ts' },
    { file: 'mock/tenants.ts', node: ['--expose-gc'] },
    { file: 'mock/snapshots.ts', node: ['--expose-gc'] },
  ],
};

const usage = 'pnpm bench [sdk|mock] [--only NAME] [--write] [--json] [--no-build]';

const { values, positionals } = readArguments(usage, {
  json: { type: 'boolean', default: false },
  only: { type: 'string' },
  write: { type: 'boolean', default: false },
  build: { type: 'boolean', default: true },
});
const [name] = positionals;
const suite = name === undefined ? Object.values(suites).flat() : suites[name];
if (!suite || positionals.length > 1) {
  console.error(usage);
  process.exit(2);
}
if (values.write && (name !== undefined || values.only !== undefined)) {
  console.error('--write needs a whole run: omit sdk, mock and --only');
  process.exit(2);
}
const chosen = suite.filter(({ file }) => values.only === undefined || file.endsWith(`/${values.only}.ts`));
if (chosen.length === 0) {
  console.error(`--only takes one of: ${suite.map(({ file }) => file.replace(/^.*\/|\.ts$/g, '')).join(', ')}`);
  process.exit(2);
}

// Before the build, which adds to the load.
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
const { date, node, cpu, load } = machine;
const machineLine = `${date.slice(0, 10)}, Node ${node}, ${cpu}, load ${load.toFixed(1)}`;
const busy = 'The machine is busy with something else: these figures say little.';
const isBusy = load > cores.length / 2;
if (!values.json) {
  console.log(`\n${machineLine}`);
  if (isBusy) console.log(busy);
}

const reports: Report[] = [];
for (const measurement of chosen) {
  if (process.stderr.isTTY) process.stderr.write(`… ${measurement.file}`);
  const outcome = await run(measurement);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const found = outcome.error === undefined ? outcome.reports : [failed(measurement, outcome.error)];
  reports.push(...found);
  if (!values.json) for (const report of found) printReport(report);
}
const seconds = (performance.now() - start) / 1000;
if (values.json) console.log(JSON.stringify({ ...machine, seconds, reports }, null, 2));
else printSummary(reports, seconds);
if (values.write) writeReadme(isBusy ? `${machineLine}. ${busy}` : machineLine, reports);
process.exitCode = exitCode(reports);

function run({ file, node = [] }: Measurement): Promise<Outcome> {
  const child = fork(
    fileURLToPath(new URL('harness/child.ts', import.meta.url)),
    [new URL(file, import.meta.url).href],
    {
      execArgv: node,
      // Keep the contenders' output out of the tables.
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
