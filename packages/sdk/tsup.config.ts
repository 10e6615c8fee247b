import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { thirdPartyLicences, versionOnly } from '../../scripts/build-plugins.ts';

// Here and not as `clean`, because the two builds run side by side.
rmSync('dist', { recursive: true, force: true });

const shared = {
  target: 'es2024',
  sourcemap: true,
  esbuildPlugins: [versionOnly, thirdPartyLicences()],
} satisfies Options;
const conditions = ['@issue-tracking/source'];

export default defineConfig([
  {
    ...shared,
    format: 'esm',
    entry: {
      index: 'src/index.ts',
      redis: 'src/redis.ts',
      // These two apart from `index` and from one another, so that bundlers take what an application uses.
      client: 'src/client.ts',
      errors: 'src/errors/every-error.ts',
      // Where the package is used, a condition chooses between these two (`imports` in package.json).
      compile: 'src/validation/compile.ts',
      'compile.node': 'src/validation/compile.node.ts',
    },
    external: ['#compile'],
    dts: process.env['NODTS']
      ? false
      : {
          entry: { index: 'src/index.ts', redis: 'src/redis.ts' },
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
    format: 'cjs',
    entry: { index: 'src/index.ts', redis: 'src/redis.ts' },
    platform: 'node',
    // ky too: it is an ES module, which Jest and older tools can't `require`.
    noExternal: ['@issue-tracking/model', 'zod', 'ky'],
    esbuildOptions(options) {
      options.conditions = [...conditions, 'node'];
    },
  },
]);
