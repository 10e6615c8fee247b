import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../project/read-arguments.ts';
import { buildOurs, installPeers } from './harness/prepare.ts';
import { printReport, printSummary } from './harness/print.ts';
import { exitCode, type Outcome, type Report } from './harness/report.ts';
import { type NamedReport, writeReadme } from './harness/write-readme.ts';

/** The measurements by name: a file, and flags of Node for its process. */
const measurements: Record<string, Measurement> = {
  client: { file: 'sdk/calls.ts', node: ['--expose-gc'] },
  'client-import': { file: 'sdk/start.ts' },
  limiter: { file: 'sdk/limiter.ts' },
  mock: { file: 'mock/adapters.ts', node: ['--expose-gc'] },
  'mock-import': { file: 'mock/start.ts' },
  server: { file: 'mock/http.ts' },
  memory: { file: 'mock/memory.ts', node: ['--expose-gc'] },
};

interface Measurement {
  file: string;
  node?: string[];
}

const usage = `pnpm bench [NAME …] [--write] [--json] [--no-build]

  NAME         ${Object.keys(measurements).join(', ')}; default: all
  --write      replaces the table of tools/bench/README.md
  --json       prints the figures as JSON
  --no-build   measures dist as it is`;

const { values, positionals } = readArguments(
  usage,
  {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    build: { type: 'boolean', default: true },
  },
  ({ values, positionals }) => {
    const unknown = positionals.find((name) => !Object.hasOwn(measurements, name));
    if (unknown !== undefined) return `Unknown measurement: ${unknown}`;
    return values.write && positionals.length > 0 ? '--write needs a whole run: omit the names' : undefined;
  },
);
const chosen = Object.entries(measurements).filter(([name]) => positionals.length === 0 || positionals.includes(name));

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

const reports: NamedReport[] = [];
for (const [name, measurement] of chosen) {
  if (process.stderr.isTTY) process.stderr.write(`… ${measurement.file}`);
  const outcome = await run(measurement);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const found = outcome.error === undefined ? outcome.reports : [failed(measurement, outcome.error)];
  reports.push(...found.map((report) => ({ ...report, command: `pnpm bench ${name}` })));
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
