/** Builds the page of the mock's panel: `node tools/build/panel.ts FOLDER`. */
import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { listBundledPackages } from './bundled-packages.ts';

const source = fileURLToPath(new URL('../../packages/mock/panel/', import.meta.url));

/** Writes the page, its script, its style sheet and its icon into a folder. */
export async function buildPanel(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [
      { in: join(source, 'page.tsx'), out: 'panel' },
      { in: join(source, 'panel.css'), out: 'panel' },
    ],
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    legalComments: 'none',
    conditions: ['@issue-tracking/source'],
    plugins: [listBundledPackages(folder)],
  });
  for (const file of ['index.html', 'icon.svg']) cpSync(join(source, file), join(folder, file));
}

if (import.meta.main) await buildPanel(resolve(process.argv[2] ?? 'dist/panel'));
