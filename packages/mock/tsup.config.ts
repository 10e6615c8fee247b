import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { listBundledPackages } from '../../tools/build/bundled-packages.ts';
import { cssText } from '../../tools/build/css-text.ts';
import { unusedDependencies } from '../../tools/build/unused-dependencies.ts';
import { versionOnly } from '../../tools/build/version-only.ts';

// Here and not as `clean`, because the builds run side by side.
rmSync('dist', { recursive: true, force: true });

const entries = {
  index: 'src/index.ts',
  msw: 'src/msw.ts',
  'msw.node': 'src/msw.node.ts',
  server: 'src/server.ts',
  vitest: 'src/vitest.ts',
  matchers: 'src/matchers.ts',
  playwright: 'src/playwright.ts',
  storybook: 'src/storybook.ts',
  panel: 'src/panel.ts',
  'storybook.node': 'src/storybook.node.ts',
  'storybook-preset': 'src/storybook-preset.ts',
  'storybook-manager': 'src/storybook-manager.ts',
  'storybook-preview': 'src/storybook-preview.ts',
  demo: 'src/demo.ts',
};
const { index, server, matchers, demo } = entries;
const mswInNode = { 'msw.node': entries['msw.node'] };

// With its dependencies inside, but for what users share with it (peers): only what is used of zod and @msw/data
// is loaded and installed, and no version of theirs meets an application's own.
const shared = {
  target: 'es2024',
  esbuildPlugins: [versionOnly, cssText, unusedDependencies, listBundledPackages()],
  esbuildOptions(options) {
    options.conditions = ['@issue-tracking/source'];
  },
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    format: 'esm',
    entry: entries,
    // The declarations name nothing that users would have to install.
    // Its own files are listed because with `resolve` nothing else is looked up.
    dts: {
      entry: { ...entries, msw: 'src/msw.types.ts' },
      // Members that only the package itself calls are marked `@internal` and not declared.
      compilerOptions: { stripInternal: true },
      resolve: ['@issue-tracking/model', /^\.\.?\//],
    },
  },
  // `__dirname` is what CommonJS has for it: the server finds the panel's files beside itself.
  {
    ...shared,
    format: 'cjs',
    entry: { index, ...mswInNode, server, matchers, demo },
    define: { 'import.meta.dirname': '__dirname' },
  },
  {
    ...shared,
    format: 'esm',
    entry: ['src/cli.ts'],
    platform: 'node',
    noExternal: [/.*/],
    // cross-spawn is CommonJS.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  },
]);
