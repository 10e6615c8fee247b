import { rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { thirdPartyLicences, versionOnly } from '../../tools/build/plugins.ts';

rmSync('dist', { recursive: true, force: true });

export default defineConfig({
  entry: ['src/cli.ts'],
  format: 'esm',
  target: 'es2024',
  platform: 'node',
  // With everything inside: it starts sooner, and asks nobody to install what only programs need.
  noExternal: [/.*/],
  esbuildPlugins: [versionOnly, thirdPartyLicences()],
  esbuildOptions: (options) => {
    options.conditions = ['@issue-tracking/source'];
  },
});
