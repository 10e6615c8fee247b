import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { listBundledPackages } from '../../tools/build/bundled-packages.ts';
import { versionOnly } from '../../tools/build/version-only.ts';

// Here and not as `clean`, because the builds run side by side.
rmSync('dist', { recursive: true, force: true });

const shared = {
  target: 'es2024',
  esbuildPlugins: [versionOnly, listBundledPackages()],
} satisfies Options;
const conditions = ['@issue-tracking/source'];

export default defineConfig([
  {
    ...shared,
    format: 'esm',
    entry: {
      index: 'src/index.ts',
      redis: 'src/redis.ts',
      store: 'src/store.ts',
      // With these in files of their own, `index` only passes names on: who uses errors or lists of values alone doesn't bundle the client.
      client: 'src/client.ts',
      enumerations: '../model/src/enumerations.ts',
      'issue-tracking-error': 'src/errors/issue-tracking-error.ts',
      'api-errors': 'src/errors/api-errors.ts',
      'client-errors': 'src/errors/client-errors.ts',
      'is-issue-tracking-error': 'src/errors/is-issue-tracking-error.ts',
      // Where the package is used, a condition chooses one of each two (`imports` in package.json).
      runtime: 'src/platform/runtime.ts',
      'runtime.node': 'src/platform/runtime.node.ts',
      'server-side': 'src/gate/server-side.ts',
    },
    external: ['#runtime', '#server-side'],
    dts: {
      entry: { index: 'src/index.ts', redis: 'src/redis.ts', store: 'src/store.ts' },
      // For `Symbol.asyncDispose` in applications whose `lib` doesn't have it.
      banner: '/// <reference lib="esnext.disposable" />',
      // Members that only the package itself calls are marked `@internal` and not declared, nor are the types that only they need.
      compilerOptions: { stripInternal: true },
      // The declarations name nothing that users would have to install.
      // Its own files are listed because with `resolve` nothing else is looked up.
      resolve: ['@issue-tracking/model', '@standard-schema/spec', /^\.\.?\//],
    },
    // With zod inside, users install ky alone, and an application's own zod, 3 or 4, is never mixed with ours.
    noExternal: ['@issue-tracking/model', 'zod'],
    esbuildOptions(options) {
      options.conditions = conditions;
    },
  },
  {
    ...shared,
    format: 'esm',
    entry: { 'server-side.browser': 'src/gate/server-side.browser.ts' },
    // A bundle's `var` in place of the `const` would keep a page's bundler from leaving out what only servers do.
    bundle: false,
  },
  {
    ...shared,
    format: 'cjs',
    entry: { index: 'src/index.ts', redis: 'src/redis.ts', store: 'src/store.ts' },
    platform: 'node',
    // ky too: it is an ES module, which Jest and older tools can't `require`.
    noExternal: ['@issue-tracking/model', 'zod', 'ky'],
    esbuildOptions(options) {
      options.conditions = [...conditions, 'node'];
    },
  },
]);
