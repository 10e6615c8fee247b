import { defineConfig, type Options } from 'tsup';
import { finishedTable } from './finished-table.ts';

export default defineConfig({
  entry: ['src/index.ts', 'src/redis.ts'],
  format: 'esm',
  target: 'es2024',
  dts: true,
  sourcemap: true,
  clean: true,
  // Only constants of the model are left once the table is finished; its schemas stay behind, and zod with them.
  noExternal: ['@issue-tracking/model'],
  esbuildOptions(options) {
    options.conditions = ['@issue-tracking/source'];
  },
  esbuildPlugins: [finishedTable],
} satisfies Options);
