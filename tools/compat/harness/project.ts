import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from '../../project/command.ts';
import { pnpm } from '../../project/pack.ts';

const compat = join(import.meta.dirname, '..');
const lockfile = 'pnpm-lock.yaml';
const compiler = join(compat, '../../node_modules/@typescript/native/bin/tsc');

/** The settings of all projects. */
const [, settings = ''] = readFileSync(join(compat, 'pnpm-workspace.yaml'), 'utf8').split('  - setups/*\n');

interface Manifest {
  dependencies?: Record<string, string>;
  /** Options of the harness. */
  compat?: {
    /** The packages to install; client and mock by default. */
    packages?: string[];
    /** Folders of `shared/` to copy into the project. */
    files?: string[];
    /** Files of the repository to copy into `tests/`. */
    tests?: string[];
  };
}

/**
 * Makes a project from a folder of `setups/`: its files, the smoke suite, and the tarballs as dependencies, as a user's
 * `npm install` would add them. The common lockfile pins all other dependencies.
 *
 * @throws Error with the installer's output.
 */
export async function makeProject(folder: string, setup: string, tarballs: ReadonlyMap<string, string>): Promise<void> {
  const source = join(compat, 'setups', setup);
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true, filter: (path) => !/[/\\]node_modules([/\\]|$)/.test(path) });
  writeSmoke(join(folder, 'smoke'));

  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { packages = ['sdk', 'mock'], files = [], tests = [] } = manifest.compat ?? {};
  for (const each of files) cpSync(join(compat, 'shared', each), folder, { recursive: true });
  for (const path of tests) cpSync(join(compat, '../..', path), join(folder, 'tests', basename(path)));
  const installed = packages.map((name) => [
    `@issue-tracking/${name}`,
    `file:${tarballs.get(`@issue-tracking/${name}`)}`,
  ]);
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(installed) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));

  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `${settings}${overridesFor(tarballs)}`);
  writeFileSync(join(folder, lockfile), lockOf(setup));
  // Not frozen, because the tarballs are added. Locked packages keep their versions.
  await install(folder, ['--no-frozen-lockfile', '--prefer-offline']);
}

/** Generated files and folders. */
const made = new Set(['node_modules', 'dist', 'storybook-static', 'coverage', '__pycache__']);

/**
 * Copies an example, with the tarballs in place of the registry's packages, and type-checks it with its own `tsconfig.json`.
 * Adds the files that `tools/compat/examples/` has for it.
 *
 * @throws Error with the output of the installer or the compiler.
 */
export async function makeExample(folder: string, name: string, tarballs: ReadonlyMap<string, string>): Promise<void> {
  const source = join(compat, '../../examples', name);
  cpSync(source, folder, { recursive: true, filter: (path) => !made.has(basename(path)) });
  const beside = join(compat, 'examples', name);
  if (existsSync(beside)) cpSync(beside, folder, { recursive: true });
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `${settings}${overridesFor(tarballs)}`);
  await install(folder, ['--no-frozen-lockfile', '--prefer-offline']);
  if (!existsSync(join(folder, 'tsconfig.json'))) return;
  const { code, output } = await runCommand([process.execPath, compiler, '-p', '.'], { cwd: folder });
  if (code !== 0) throw new Error(`type check failed:\n${output}`);
}

/** Returns pnpm's overrides that replace this repository's packages by the tarballs. */
function overridesFor(tarballs: ReadonlyMap<string, string>): string {
  const lines = [...tarballs].map(([name, file]) => `  '${name}': 'file:${file}'`);
  return `overrides:\n${lines.join('\n')}\n`;
}

/** Returns the lockfile of one setup: its part of the common one. pnpm drops the packages that it doesn't use. */
function lockOf(setup: string): string {
  const text = readFileSync(join(compat, lockfile), 'utf8');
  const [before, importers = '', after] = text.split(/^importers:$|^(?=packages:$)/m);
  const own = importers.split(/^(?= {2}\S)/m).find((each) => each.startsWith(`  setups/${setup}:`)) ?? '';
  return `${before}importers:\n\n${own.replace(`  setups/${setup}:`, '  .:')}${after}`;
}

/**
 * Writes the lockfile of all setups, with the newest third-party packages that the manifests allow.
 *
 * @throws Error with the installer's output.
 */
export async function lockSetups(): Promise<void> {
  rmSync(join(compat, lockfile), { force: true });
  await install(compat, ['--lockfile-only']);
}

async function install(folder: string, options: readonly string[]): Promise<void> {
  const command = [pnpm, 'install', ...options];
  const { code, output } = await runCommand(command, { cwd: folder, timeoutMs: 300_000, env: { CI: '' } });
  if (code !== 0) throw new Error(`installation failed:\n${output}`);
}

/** Writes the smoke suite as an ES module and as CommonJS. Not every runtime can require an ES module. */
function writeSmoke(folder: string): void {
  const text = readFileSync(join(compat, 'smoke/smoke.js'), 'utf8');
  const exported = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
  const commonJs = `${text.replace(/^export /gm, '')}\nmodule.exports = { ${exported.join(', ')} };\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'smoke.mjs'), text);
  writeFileSync(join(folder, 'smoke.cjs'), commonJs);
}

/** Returns the installed version of a package. */
export function installedVersion(folder: string, name: string): string | undefined {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
