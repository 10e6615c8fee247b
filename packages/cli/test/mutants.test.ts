import { expect, test } from 'vitest';
import { isLong } from '../../../tools/testing/seeds.ts';
import { rules } from '../src/rules.ts';
import { brokenIn, compareMutant } from './compare-mutant.ts';
import { mutants } from './mutants/mutants.ts';

/** The first of each rule in the short run, all in the long run. */
const tried = mutants.filter(({ rule }, at) => isLong || mutants.findIndex((mutant) => mutant.rule === rule) === at);

test.each(tried)('a run reports $rule as violated by a service that breaks it: $how', async (mutant) => {
  const broken = brokenIn(await compareMutant(mutant));
  expect(broken.map(({ id }) => id)).toContain(mutant.rule);
  expect(broken.find(({ id }) => id === mutant.rule)).toMatchObject({
    why: expect.stringMatching(/./),
    request: expect.stringContaining('/api/v1/'),
    response: expect.stringMatching(/^\d{3} /),
  });
});

test('each rule is broken by a mutant, or has a reason why no run can test it', () => {
  const all = Object.entries(rules).flatMap(([section, of]) => (section === 'Gaps' ? [] : Object.entries(of)));
  const broken = new Set<string>(mutants.map(({ rule }) => rule));
  for (const [id, { notTested }] of all) expect([id, broken.has(id) !== (notTested !== undefined)]).toEqual([id, true]);
  expect(new Set(mutants.map(({ rule, how }) => `${rule} ${how}`)).size).toBe(mutants.length);
});
