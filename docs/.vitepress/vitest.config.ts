import { defineConfig } from 'vitest/config';

/** The tests of the built site: `pnpm site test` builds it first. */
export default defineConfig({
  test: {
    include: ['test/*.test.ts'],
    root: import.meta.dirname,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
