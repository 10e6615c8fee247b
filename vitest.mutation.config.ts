import { defineConfig } from 'vitest/config';
import { node } from './vitest.config.ts';

/** Mutation tests (`pnpm mutate --mutate packages/sdk/src/…`) need the tests that run in Node only. */
export default defineConfig(node);
