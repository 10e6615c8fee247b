import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { endIdleTimers, watchLeftovers } from './leftovers.ts';
import './wait-for.ts';
import { firstSeed } from './seeds.ts';

fc.configureGlobal({ seed: firstSeed });

const leftovers = watchLeftovers();

// Many files run in one process: a file must leave nothing for the next.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  endIdleTimers();
  expect(leftovers(), 'what this file has left behind').toEqual([]);
});
