import { type Behavior, behaviorCombinations, behaviorOptions } from '@issue-tracking/mock';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairwise } from './combinations.ts';

const names = Object.keys(behaviorOptions) as (keyof Behavior)[];

describe('behaviorCombinations', () => {
  const all = behaviorCombinations();

  test('has each pair of choices at least once', () => {
    for (const [i, one] of names.entries()) {
      for (const other of names.slice(i + 1)) {
        for (const choice of behaviorOptions[one].choices) {
          for (const otherChoice of behaviorOptions[other].choices) {
            const met = all.some((behavior) => behavior[one] === choice && behavior[other] === otherChoice);
            expect(met, `${one} ${JSON.stringify(choice)} with ${other} ${JSON.stringify(otherChoice)}`).toBe(true);
          }
        }
      }
    }
  });

  test('is a small set without duplicates that starts with the defaults', () => {
    expect(all.length).toBeLessThanOrEqual(24);
    expect(new Set(all.map((behavior) => JSON.stringify(behavior))).size).toBe(all.length);
    expect(all[0]).toEqual(Object.fromEntries(names.map((name) => [name, behaviorOptions[name].choices[0]])));
  });

  test('is deterministic', () => {
    expect(behaviorCombinations()).toEqual(all);
  });
});

describe('pairwise', () => {
  test('covers each pair of choices of different factors', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 }), (sizes) => {
        const rows = [...pairwise(sizes)];
        for (const row of rows) expect(row.every((choice, factor) => choice < (sizes[factor] ?? 0))).toBe(true);
        for (const [a, size] of sizes.entries()) {
          for (const [b, otherSize] of sizes.slice(0, a).entries()) {
            expect(new Set(rows.map((row) => `${row[a]} ${row[b]}`)).size).toBe(size * otherSize);
          }
        }
        const [largest = 1, next = 1] = sizes.toSorted((x, y) => y - x);
        expect(rows.length).toBeLessThanOrEqual(2 * largest * next + 1);
      }),
    );
  });
});
