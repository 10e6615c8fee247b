import { defineConfig } from 'vitest/config';
import { node } from '../../vitest.config.ts';

/**
 * The tests that `pnpm mutate` runs against each mutant: those beside the files of `stryker.config.json`, and those of whole
 * calls: faults, credentials, hooks. Slow tests are left out, because each mutant would repeat them: many processes, Redis,
 * browsers. For other files name their tests, as CONTRIBUTING.md shows.
 *
 * Stryker's `testFiles` doesn't work here: it never activates mutants of module-level constants, which then count as
 * survivors.
 */
const tests = process.env['MUTATE_TESTS']?.split(' ') ?? [
  'packages/sdk/src/{gate,resources,call}/*.test.ts',
  'packages/sdk/test/{faults,statuses,credential,blocked-credential,lockout,given-up,full-window}.test.ts',
  'packages/sdk/test/adversary/{iteration,lost-comments,lost-updates}.test.ts',
  'packages/sdk/src/hooks.test.ts',
];

export default defineConfig({ ...node, test: { ...node.test, include: tests } });
