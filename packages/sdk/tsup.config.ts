import { defineConfig, type Options } from 'tsup';
import { thirdPartyLicences, versionOnly } from '../../scripts/build-plugins.ts';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    redis: 'src/redis.ts',
    // With these in files of their own, `index` only passes names on: who uses errors alone doesn't bundle the client.
    client: 'src/client.ts',
    errors: 'src/errors/errors.ts',
    // Where the package is used, a condition chooses between these two (`imports` in package.json).
    runtime: 'src/platform/runtime.ts',
    'runtime.node': 'src/platform/runtime.node.ts',
  },
  external: ['#runtime'],
  format: 'esm',
  target: 'es2024',
  dts: {
    entry: { index: 'src/index.ts', redis: 'src/redis.ts' },
    // The declarations name nothing that users would have to install.
    // Its own files are listed because with `resolve` nothing else is looked up.
    resolve: ['@issue-tracking/model', '@standard-schema/spec', /^\.\.?\//],
  },
  sourcemap: true,
  clean: true,
  // With zod inside, users install ky alone, and an application's own zod, 3 or 4, is never mixed with ours.
  noExternal: ['@issue-tracking/model', 'zod'],
  esbuildOptions(options) {
    options.conditions = ['@issue-tracking/source'];
  },
  esbuildPlugins: [versionOnly, thirdPartyLicences()],
} satisfies Options);
