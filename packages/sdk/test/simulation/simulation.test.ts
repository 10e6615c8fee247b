import { afterEach, beforeEach, expect, test } from 'vitest';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { run } from './run.ts';

// One credential, a key or a function's, up to four clients, everything that a call can be or meet. One seed again: `SEED=17 RUNS=1 pnpm test simulation`.

const all = seeds(12, 3_000);
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

test(`in ${all.length} seeded runs each call ends in time, and nothing of it stays [LIM-1] [LIM-2] [AUTH-7]`, async () => {
  const broken: string[] = [];
  const endings = new Map<string, number>();
  for (const seed of all) {
    const result = await run(seed);
    broken.push(...result.broken.map((what) => `seed ${seed}: ${what}`));
    for (const ending of result.endings) endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  expect(broken).toEqual([]);
  expect(unhandled).toEqual([]);
  // The runs are worth something only if many calls end well, and others in many ways.
  if (all.length >= 60) expect([endings.size > 5, (endings.get('ok') ?? 0) > all.length]).toEqual([true, true]);
}, 7_200_000);
