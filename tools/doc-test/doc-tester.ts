import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../project/command.ts';
import { packPackages } from '../project/pack.ts';
import { type DocFailure, runPage } from './run-page.ts';

export const root = join(import.meta.dirname, '../..');

/** Returns the pages to test: README and all guides. */
export function testedPages(): string[] {
  return ['README.md', ...globSync('docs/{start,client,mock,recipes}/*.md', { cwd: root })].sort();
}

export interface DocTester extends AsyncDisposable {
  /** The parent of the pages' projects. */
  readonly folder: string;
  test(page: string): Promise<DocFailure | undefined>;
}

/** Packs the packages, and installs them once for the pages that install nothing themselves. */
export async function createDocTester({ build, keep = false }: { build: boolean; keep?: boolean }): Promise<DocTester> {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-doc-test-'));
  const tarballs = await packPackages(join(folder, 'tarballs'), { build });
  const installed = join(folder, 'installed');
  mkdirSync(installed);
  const own = ['sdk', 'mock'].map((name) => tarballs.get(`@issue-tracking/${name}`) ?? name);
  for (const command of [
    ['npm', 'init', '-y'],
    ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...own, 'vitest', 'msw'],
  ]) {
    const { code, output } = await runCommand(command, { cwd: installed, timeoutMs: 300_000 });
    if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
  }
  return {
    folder,
    async test(page) {
      const project = join(folder, page.replaceAll('/', '-').replace(/\.md$/, ''));
      mkdirSync(project);
      return await runPage(join(root, page), { folder: project, tarballs, installed });
    },
    async [Symbol.asyncDispose]() {
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
