/** `pnpm compat`: packs the packages, installs them into a fresh project per setup, and reports which setups work. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { closeBrowser } from '../doc-test/browser.ts';
import { runCommand } from '../project/command.ts';
import { packPackages } from '../project/pack.ts';
import { readArguments } from '../project/read-arguments.ts';
import { findChromium } from '../testing/chromium.ts';
import { makeCreated } from './harness/created.ts';
import { makeExample } from './harness/example.ts';
import { installedVersion } from './harness/install.ts';
import { lockSetups } from './harness/lockfile.ts';
import { printRow, printSummary } from './harness/print.ts';
import { makeProject } from './harness/project.ts';
import { type Row, readRow } from './harness/row.ts';
import { supportPage, withRows } from './harness/support-page.ts';
import { type Setup, setups } from './setups.ts';

const usage = `pnpm compat [quick | NAME …] [--list] [--json] [--keep] [--no-build] [--write] [--lock]

  quick        the setups that CI runs for pull requests
  NAME         the setups whose names begin with NAME; default: all
  --list       prints the names
  --json       prints the rows as JSON
  --keep       keeps the projects, and prints their folder
  --no-build   packs dist without a build
  --write      writes the results to docs/reference/support.md
  --lock       only writes the lockfile of all setups, with the newest versions that the manifests allow`;

const { values, positionals } = readArguments(usage, {
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  build: { type: 'boolean', default: true },
  write: { type: 'boolean', default: false },
  lock: { type: 'boolean', default: false },
});
const chosen = chooseSetups(positionals);
if (values.list) {
  for (const { name, title, quick } of chosen) console.log(`${name.padEnd(28)} ${title}${quick ? '  (quick)' : ''}`);
  process.exit(0);
}
if (values.lock) {
  await lockSetups();
  process.exit(0);
}

const work = mkdtempSync(join(tmpdir(), 'issue-tracking-compat-'));
process.once('exit', () => {
  if (values.keep) console.error(`Projects: ${work}`);
  else rmSync(work, { recursive: true, force: true });
});

console.error(values.build ? 'Building and packing the packages …' : 'Packing the packages …');
const tarballs = await packPackages(join(work, 'tarballs'), { build: values.build });

const chromium = JSON.stringify((await findChromium()) ?? {});
const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
const rows: Row[] = [];
const installed = new Map<string, Promise<void>>();
for (const [index, setup] of chosen.entries()) {
  if (process.stderr.isTTY) process.stderr.write(`${index + 1} of ${chosen.length}: ${setup.name} …`);
  const row = await tryOut(setup);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  rows.push(row);
  if (!values.json) printRow(row);
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
else printSummary(rows);
if (values.write) {
  const file = join(import.meta.dirname, 'results.json');
  const results = withRows(JSON.parse(readFileSync(file, 'utf8')), rows);
  const lines = Object.entries(results).map(([name, result]) => `  ${JSON.stringify(name)}: ${JSON.stringify(result)}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  writeFileSync(join(import.meta.dirname, '../../docs/reference/support.md'), supportPage(results));
}
await closeBrowser();
process.exitCode = rows.every(({ works }) => works) ? 0 : 1;

async function tryOut(setup: Setup): Promise<Row> {
  const made = join(work, setup.folder);
  const folder = join(made, setup.created?.folder ?? '');
  mkdirSync(made, { recursive: true });
  try {
    const making = installed.get(setup.folder) ?? make(setup, made);
    installed.set(setup.folder, making);
    await making;
  } catch (error) {
    return { setup, versions: [], works: false, seconds: 0, passed: 0, cases: 0, problem: (error as Error).message };
  }
  const versions = setup.versions.map((name) => `${name} ${installedVersion(folder, name) ?? 'missing'}`);
  if (versions.length === 0) versions.push(`node ${process.versions.node}`);
  const [command = '', ...args] = setup.command;
  // Use the Node of this process, also for programs that npm starts; PATH may begin with another.
  const finished = await runCommand([command === 'node' ? process.execPath : command, ...args], {
    cwd: folder,
    timeoutMs: 300_000,
    env: { CHROMIUM: chromium, PATH: path, ...setup.env },
  });
  return { setup, versions, ...readRow(finished, setup.passed) };
}

async function make({ folder, example, created }: Setup, made: string): Promise<void> {
  if (example) await makeExample(made, example, tarballs);
  else if (created) await makeCreated(made, created, tarballs);
  else await makeProject(made, folder, tarballs);
}

function chooseSetups(names: readonly string[]): readonly Setup[] {
  if (names.length === 0) return setups;
  if (names.includes('quick')) return setups.filter(({ quick }) => quick);
  for (const name of names) {
    if (setups.some((setup) => isNamed(setup, name))) continue;
    console.error(`Unknown setup: ${name}. Setups:\n  ${setups.map((setup) => setup.name).join('\n  ')}`);
    process.exit(2);
  }
  return setups.filter((setup) => names.some((name) => isNamed(setup, name)));
}

/** Whether a name selects a setup: `jest` selects `jest-29`, `vite` does not select `vitest-5`. */
function isNamed({ name }: Setup, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}-`);
}
