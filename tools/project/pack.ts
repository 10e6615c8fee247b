import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';

const root = join(import.meta.dirname, '../..');

/** The pnpm that runs this script. */
export const pnpm = process.env['npm_execpath'] ?? 'pnpm';

/**
 * Builds the packages and packs them as they would be published. Resolves to tarballs by package name. Doesn't build where
 * `PACKAGES_BUILT` is set, as in CI after its one build.
 */
export async function packPackages(folder: string, { build }: { build: boolean }): Promise<Map<string, string>> {
  if (build && !process.env['PACKAGES_BUILT']) await must([pnpm, 'build'], root);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(join(root, 'packages'))) {
    await must([pnpm, 'pack', '--pack-destination', folder], join(root, 'packages', name));
  }
  const tarballs = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    const name = /^issue-tracking-(.+)-\d/.exec(file)?.[1];
    if (name) tarballs.set(`@issue-tracking/${name}`, join(folder, file));
  }
  return tarballs;
}

async function must(command: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runCommand(command, { cwd, timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
}
