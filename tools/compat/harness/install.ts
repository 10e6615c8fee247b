import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../project/command.ts';
import { pnpm } from '../../project/pack.ts';

/** Files of the packed packages, by name. */
export type Tarballs = ReadonlyMap<string, string>;

/** The folder that holds the setups. */
export const compat = join(import.meta.dirname, '..');

/**
 * Installs the dependencies of a project, with the tarballs in place of the registry's packages.
 *
 * @throws Error with the installer's output.
 */
export async function installWith(tarballs: Tarballs, folder: string): Promise<void> {
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `${settings()}${overridesFor(tarballs)}`);
  // Not frozen, because the tarballs are added to a lockfile. Locked packages keep their versions.
  await install(folder, ['--no-frozen-lockfile', '--prefer-offline']);
}

/** Runs `pnpm install`. @throws Error with the installer's output. */
export async function install(folder: string, options: readonly string[]): Promise<void> {
  const command = [pnpm, 'install', ...options];
  const { code, output } = await runCommand(command, { cwd: folder, timeoutMs: 300_000, env: { CI: '' } });
  if (code !== 0) throw new Error(`installation failed:\n${output}`);
}

/** Returns pnpm's settings of all setups: their workspace file without its list of packages, which stands first. */
function settings(): string {
  const [, found = ''] = readFileSync(join(compat, 'pnpm-workspace.yaml'), 'utf8').split('  - setups/*\n');
  return found;
}

function overridesFor(tarballs: Tarballs): string {
  const lines = [...tarballs].map(([name, file]) => `  '${name}': 'file:${file}'`);
  return `overrides:\n${lines.join('\n')}\n`;
}

/** Returns the installed version of a package. */
export function installedVersion(folder: string, name: string): string | undefined {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
