import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runCommand } from '../../project/command.ts';
import { pnpm } from '../../project/pack.ts';

const compat = join(import.meta.dirname, '..');
const lockfile = 'pnpm-lock.yaml';
const compiler = join(compat, '../../node_modules/@typescript/native/bin/tsc');

/** As npm lays packages out, flat: that is what most projects have. Nothing that is tried here needs an install script. */
const settings = 'nodeLinker: hoisted\nverifyDepsBeforeRun: false\npmOnFail: ignore\nstrictDepBuilds: false\n';

interface Manifest {
  dependencies?: Record<string, string>;
  /** For the harness alone. */
  compat?: {
    /** Which of the packages the project installs; the client and the mock, unless it says otherwise. */
    packages?: string[];
    /** Folders whose files it has too, from `shared/`. */
    files?: string[];
    /** Files of the repository that it has in `tests/`. */
    tests?: string[];
  };
}

/**
 * Makes a fresh project from a folder of `setups/`: its files, the smoke suite beside them, and the tarballs among its
 * dependencies as a user's `npm install` would bring them. What else it depends on is held by the folder's lockfile.
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

  writeSettings(folder, setup, overridesFor(tarballs));
  // Not frozen, as ours come on top. What the lockfile names keeps its version.
  await install(folder, ['--no-frozen-lockfile', '--prefer-offline']);
}

/** Generated files and folders. */
const made = new Set(['node_modules', 'dist', 'storybook-static', 'coverage', '__pycache__']);

/**
 * Copies an example as it is, with the tarballs in place of what a registry would give, and lets TypeScript read it as an
 * editor does. What `tools/compat/examples/` has for it is put beside its files.
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
  if (code !== 0) throw new Error(`its types are wrong:\n${output}`);
}

/** The tarballs, wherever a package of ours is asked for. */
function overridesFor(tarballs: ReadonlyMap<string, string>): string {
  const lines = [...tarballs].map(([name, file]) => `  '${name}': 'file:${file}'`);
  return `overrides:\n${lines.join('\n')}\n`;
}

/**
 * Writes the lockfile of a folder of `setups/`: its third-party packages, at the newest versions that its manifest
 * allows.
 *
 * @throws Error with the installer's output.
 */
export async function lockSetup(setup: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-lock-'));
  try {
    cpSync(join(compat, 'setups', setup, 'package.json'), join(folder, 'package.json'));
    writeSettings(folder, setup);
    await install(folder, ['--lockfile-only']);
    cpSync(join(folder, lockfile), join(compat, 'setups', setup, lockfile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeSettings(folder: string, setup: string, more = ''): void {
  const own = join(compat, 'setups', setup, 'pnpm-workspace.yaml');
  const text = existsSync(own) ? readFileSync(own, 'utf8') : '';
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `${text}${settings}${more}`);
}

async function install(folder: string, options: readonly string[]): Promise<void> {
  const command = [pnpm, 'install', ...options];
  const { code, output } = await runCommand(command, { cwd: folder, timeoutMs: 300_000, env: { CI: '' } });
  if (code !== 0) throw new Error(`installing failed:\n${output}`);
}

/** The smoke suite as a module of each kind: `require` of an ES module is not everywhere. */
function writeSmoke(folder: string): void {
  const text = readFileSync(join(compat, 'smoke/smoke.js'), 'utf8');
  const exported = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
  const commonJs = `${text.replace(/^export /gm, '')}\nmodule.exports = { ${exported.join(', ')} };\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'smoke.mjs'), text);
  writeFileSync(join(folder, 'smoke.cjs'), commonJs);
}

/** The version that was installed. */
export function installedVersion(folder: string, name: string): string | undefined {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
