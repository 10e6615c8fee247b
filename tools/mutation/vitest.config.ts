import { defineConfig } from 'vitest/config';
import { node } from '../../vitest.config.ts';

/**
 * The tests that `pnpm mutate` runs against each mutant: those beside the files of `stryker.config.json`, and those of
 * what only shows in a whole call: faults, credentials, hooks. Out is all that takes seconds, because it would take them
 * again for every mutant: many processes, a real Redis, browsers, seeded chaos, thousands of calls. For other files name
 * their tests, as docs/contributing/mutation-testing.md shows.
 *
 * Stryker's own `testFiles` is no way to do it: with it the mutants of constants, which are made when a file is loaded,
 * are never turned on, and count as survivors.
 */
const tests = process.env['MUTATE_TESTS']?.split(' ') ?? [
  'packages/sdk/src/{rate-limit,credential,resources,call}/*.test.ts',
  'packages/sdk/test/{faults,credential}.test.ts',
  'packages/sdk/src/hooks.test.ts',
];

export default defineConfig({ ...node, test: { ...node.test, include: tests } });
