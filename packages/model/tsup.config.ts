import { copyFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'es2024',
  dts: true,
  clean: true,
  // Published as `@issue-tracking/model/openapi.json`. `pnpm generate` writes it.
  async onSuccess() {
    copyFileSync('../../docs/openapi.json', 'dist/openapi.json');
  },
});
