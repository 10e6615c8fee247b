import { rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { thirdPartyLicences, versionOnly } from '../../scripts/build-plugins.ts';

// Here and not as `clean`, because the two builds run side by side.
rmSync('dist', { recursive: true, force: true });

const shared = { format: 'esm', target: 'es2024', sourcemap: true } as const;
const esbuildPlugins = [versionOnly, thirdPartyLicences()];

export default defineConfig([
  {
    ...shared,
    esbuildPlugins,
    entry: ['index', 'node', 'browser', 'server', 'vitest', 'matchers', 'playwright', 'storybook', 'demo'].map(
      (name) => `src/${name}.ts`,
    ),
    dts: true,
  },
  {
    // With its dependencies inside: it starts in a third of the time. The demo world stays apart, in a chunk of its own.
    ...shared,
    esbuildPlugins,
    entry: ['src/cli.ts'],
    platform: 'node',
    sourcemap: false,
    noExternal: [/.*/],
    esbuildOptions: (options) => {
      options.conditions = ['@issue-tracking/source'];
    },
  },
]);
