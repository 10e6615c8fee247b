import { rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { listBundledPackages } from '../../tools/build/bundled-packages.ts';
import { versionOnly } from '../../tools/build/version-only.ts';

rmSync('dist', { recursive: true, force: true });

export default defineConfig({
  entry: ['src/cli.ts'],
  format: 'esm',
  target: 'es2024',
  platform: 'node',
  // Bundle all dependencies: the command starts faster, and users install less.
  noExternal: [/.*/],
  esbuildPlugins: [versionOnly, listBundledPackages()],
  esbuildOptions: (options) => {
    options.conditions = ['@issue-tracking/source'];
  },
});
