import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { cssText } from '../build/css-text.ts';
import { unusedDependencies } from '../build/unused-dependencies.ts';
import { versionOnly } from '../build/version-only.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of each bundled program, by its source's path from the root. */
    programs: Record<string, string>;
  }
}

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/programs');

/** Programs that tests start again and again. From its sources, each start takes three times the processor time. */
const sources = [
  'packages/mock/src/cli.ts',
  'packages/cli/src/cli.ts',
  'packages/sdk/test/support/node-timers.ts',
  'packages/sdk/test/support/shutdown-server.ts',
  'packages/sdk/test/support/shutdown-worker.ts',
  'docs/.snippets/docs/recipes/changes/changes/worker.mts',
];

/** Bundles the programs once for all files of a run. */
export default async function bundlePrograms({ provide }: TestProject): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: sources.map((source) => join(root, source)),
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'es2024',
    conditions: ['@issue-tracking/source'],
    plugins: [versionOnly, cssText, unusedDependencies],
    // Some packages are CommonJS.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  });
  for (const { path, text } of outputFiles) await write(path, text);
  provide('programs', Object.fromEntries(sources.map((source, at) => [source, outputFiles[at]?.path ?? ''])));
}

async function write(path: string, text: string): Promise<void> {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  await mkdir(dirname(path), { recursive: true });
  // Another run may start the program at the same time.
  await writeFile(`${path}.${process.pid}`, text);
  await rename(`${path}.${process.pid}`, path);
}
