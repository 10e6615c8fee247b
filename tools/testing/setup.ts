import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import './wait-timeout.ts';
import { firstSeed } from './seeds.ts';

fc.configureGlobal({ seed: firstSeed });

/** Returns the globals that tests replace, by stubs, spies, fake timers and MSW. */
const replaceable = () => ({
  fetch: globalThis.fetch,
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  setImmediate: globalThis.setImmediate,
  'performance.now': performance.now,
  'Math.random': Math.random,
  'console.error': console.error,
});
const before = replaceable();

// Many files run in one process: a file must leave no global changed for the next.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const [name, now] of Object.entries(replaceable())) {
    expect(now === before[name as keyof typeof before], `${name} is as it was before this file`).toBe(true);
  }
});
