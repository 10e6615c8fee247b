import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compat, install } from './install.ts';

export const lockfile = 'pnpm-lock.yaml';

/**
 * Writes the lockfile of all setups, with the newest third-party packages that the manifests allow.
 *
 * @throws Error with the installer's output.
 */
export async function lockSetups(): Promise<void> {
  rmSync(join(compat, lockfile), { force: true });
  await install(compat, ['--lockfile-only']);
}

/** Returns the lockfile of one setup: its part of the common one. pnpm drops the packages that it doesn't use. */
export function lockOf(setup: string): string {
  const text = readFileSync(join(compat, lockfile), 'utf8');
  const [before, importers = '', after] = text.split(/^importers:$|^(?=packages:$)/m);
  const own = importers.split(/^(?= {2}\S)/m).find((each) => each.startsWith(`  setups/${setup}:`)) ?? '';
  return `${before}importers:\n\n${own.replace(`  setups/${setup}:`, '  .:')}${after}`;
}
