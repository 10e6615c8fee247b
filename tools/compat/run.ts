/** `pnpm compat`: packs the packages, installs them into a fresh project per setup, and tells what works there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../project/command.ts';
import { packPackages } from '../project/pack.ts';
import { findChromium } from '../test/chromium.ts';
import { printRow, printSummary } from './harness/print.ts';
import { installedVersion, lockSetup, makeExample, makeProject } from './harness/project.ts';
import { type Row, readRow } from './harness/row.ts';
import { supportPage } from './harness/support-page.ts';
import { type Setup, setups } from './setups.ts';

const usage = `pnpm compat [quick | NAME …] [--list] [--json] [--keep] [--no-build] [--write] [--lock]

  quick        what CI runs
  NAME         the setups whose name begins so; all without one
  --list       the names
  --json       the rows as JSON
  --keep       leaves the projects where they are, and says where
  --no-build   packs dist as it is
  --write      writes docs/reference/support.md; needs all setups
  --lock       writes the lockfiles in place of running: the newest versions that the manifests allow`;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        list: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        build: { type: 'boolean', default: true },
        write: { type: 'boolean', default: false },
        lock: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const chosen = chooseSetups(positionals);
if (values.list) {
  for (const { name, title, quick } of chosen) console.log(`${name.padEnd(28)} ${title}${quick ? '  (quick)' : ''}`);
  process.exit(0);
}
if (values.write && chosen.length < setups.length) {
  console.error('--write needs all setups: leave the names out');
  process.exit(2);
}

if (values.lock) {
  for (const folder of new Set(chosen.flatMap(({ example, folder }) => (example ? [] : folder)))) {
    await lockSetup(folder);
    console.log(`Wrote compat/setups/${folder}/pnpm-lock.yaml`);
  }
  process.exit(0);
}

const workplace = mkdtempSync(join(tmpdir(), 'issue-tracking-compat-'));
process.once('exit', () => {
  if (values.keep) console.error(`The projects are in ${workplace}`);
  else rmSync(workplace, { recursive: true, force: true });
});

console.error(values.build ? 'Building and packing the packages …' : 'Packing the packages …');
const tarballs = await packPackages(join(workplace, 'tarballs'), { build: values.build });

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
if (values.write) writeFileSync(join(import.meta.dirname, '../../docs/reference/support.md'), supportPage(rows));
process.exitCode = rows.every(({ works }) => works) ? 0 : 1;

async function tryOut(setup: Setup): Promise<Row> {
  const folder = join(workplace, setup.folder);
  mkdirSync(folder, { recursive: true });
  try {
    const making =
      installed.get(setup.folder) ??
      (setup.example ? makeExample(folder, setup.example, tarballs) : makeProject(folder, setup.folder, tarballs));
    installed.set(setup.folder, making);
    await making;
  } catch (error) {
    return { setup, versions: [], works: false, seconds: 0, passed: 0, cases: 0, problem: (error as Error).message };
  }
  const versions = setup.versions.map((name) => `${name} ${installedVersion(folder, name) ?? 'missing'}`);
  if (versions.length === 0) versions.push(`node ${process.versions.node}`);
  const [command = '', ...args] = setup.command;
  // The Node that runs this, whatever other is first on the path; also for what npm starts.
  const finished = await runCommand([command === 'node' ? process.execPath : command, ...args], {
    cwd: folder,
    env: { CHROMIUM: chromium, PATH: path, ...setup.env },
  });
  return { setup, versions, ...readRow(finished, setup.passed) };
}

function chooseSetups(names: readonly string[]): readonly Setup[] {
  if (names.length === 0) return setups;
  if (names.includes('quick')) return setups.filter(({ quick }) => quick);
  for (const name of names) {
    if (setups.some((setup) => isNamed(setup, name))) continue;
    console.error(`No setup begins with ${name}. There are:\n  ${setups.map((setup) => setup.name).join('\n  ')}`);
    process.exit(2);
  }
  return setups.filter((setup) => names.some((name) => isNamed(setup, name)));
}

/** `jest` names `jest-29` and all its kind, and `vite` not `vitest-5`. */
function isNamed({ name }: Setup, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}-`);
}
