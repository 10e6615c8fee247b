import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { run, type Violation } from './run.ts';

/** One seed again: `SEED=17 RUNS=1 pnpm test adversary.test`. */
const all = seeds(12, 10_000);
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

test(`${all.length} seeded runs against a service with random combinations of all deviations break no rule [LIM-1] [LIM-2] [AUTH-7]`, async () => {
  const violations: Violation[] = [];
  const endings = new Map<string, number>();
  for (const seed of all) {
    const result = await run(seed);
    violations.push(...result.violations);
    for (const ending of result.endings) endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  await nextTurn();
  if (violations.length > 0 || all.length === 1) console.log(summary(violations), endings);
  expect(violations.slice(0, 3)).toEqual([]);
  expect(unhandled).toEqual([]);
  // The runs are worth something only when calls ended in many ways, and many ended well.
  if (all.length >= 60) {
    expect(endings.size, [...endings.keys()].join(', ')).toBeGreaterThan(7);
    expect(endings.get('ok')).toBeGreaterThan(all.length);
  }
}, 7_200_000);

/** How often each promise was broken, and the first seeds that show it. */
function summary(violations: readonly Violation[]): string {
  const byPromise = Map.groupBy(violations, ({ promise }) => promise);
  const lines = [...byPromise].map(([promise, all]) => {
    const seeds = [...new Set(all.map(({ seed }) => seed))];
    const [first] = all;
    return `${promise}: ${all.length} times in ${seeds.length} runs, seeds ${seeds.slice(0, 8).join(', ')}; first: ${first?.what}`;
  });
  return lines.join('\n');
}
