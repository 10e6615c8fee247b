import { defineConfig } from 'vitest/config';
import { limits } from '../../tools/testing/patience.ts';

/** The tests of the built site: `pnpm site test` builds it first. */
export default defineConfig({
  test: {
    include: ['test/*.test.ts'],
    root: import.meta.dirname,
    ...limits,
  },
});
