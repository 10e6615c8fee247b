import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../project/command.ts';
import { packPackages } from '../project/pack.ts';
import { followPage, type Stumble } from './follow-page.ts';

export const root = join(import.meta.dirname, '../..');

/** Returns the pages to follow: README and all guides. */
export function followedPages(): string[] {
  return ['README.md', ...globSync('docs/{start,client,mock,recipes}/*.md', { cwd: root })].sort();
}

export interface Readers extends AsyncDisposable {
  readonly folder: string;
  follow(page: string): Promise<Stumble | undefined>;
}

/** Packs the packages, and makes once what the first pages install. */
export async function readers({ build, keep = false }: { build: boolean; keep?: boolean }): Promise<Readers> {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-follow-'));
  const tarballs = await packPackages(join(folder, 'tarballs'), { build });
  const started = join(folder, 'started');
  mkdirSync(started);
  const ours = ['sdk', 'mock'].map((name) => tarballs.get(`@issue-tracking/${name}`) ?? name);
  for (const command of [
    ['npm', 'init', '-y'],
    ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...ours, 'vitest', 'msw'],
  ]) {
    const { code, output } = await runCommand(command, { cwd: started, timeoutMs: 300_000 });
    if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
  }
  return {
    folder,
    async follow(page) {
      const own = join(folder, page.replaceAll('/', '-').replace(/\.md$/, ''));
      mkdirSync(own);
      return await followPage(join(root, page), { folder: own, tarballs, started });
    },
    async [Symbol.asyncDispose]() {
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
