import { defineConfig, type Options } from 'tsup';
import { finishedTable } from './finished-table.ts';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    redis: 'src/redis.ts',
    // Where the package is used, a condition chooses between these two (`imports` in package.json).
    compile: 'src/check/compile.ts',
    'compile.node': 'src/check/compile.node.ts',
  },
  external: ['#compile'],
  format: 'esm',
  target: 'es2024',
  dts: { entry: { index: 'src/index.ts', redis: 'src/redis.ts' } },
  sourcemap: true,
  clean: true,
  // Only constants of the model are left once the table is finished; its schemas stay behind, and zod with them.
  noExternal: ['@issue-tracking/model'],
  esbuildOptions(options) {
    options.conditions = ['@issue-tracking/source'];
  },
  esbuildPlugins: [finishedTable],
} satisfies Options);
