import { expect, test } from 'vitest';
import { isLong } from '../../../tools/test/seeds.ts';
import { ruleParts } from '../src/findings/parts.ts';
import { rules } from '../src/rules.ts';
import { mutants } from './mutants/mutants.ts';
import { brokenIn, verifyMutant } from './verify-mutant.ts';

/** The first of each rule in the short run, all in the long run. */
const tried = mutants.filter(({ rule }, at) => isLong || mutants.findIndex((mutant) => mutant.rule === rule) === at);

test.each(tried)('a run reports $rule as violated by a service that breaks it: $how', async (mutant) => {
  const broken = brokenIn(await verifyMutant(mutant));
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
  expect(Object.keys(ruleParts).sort()).toEqual([...broken].sort());
  expect(new Set(mutants.map(({ rule, how }) => `${rule} ${how}`)).size).toBe(mutants.length);
});
