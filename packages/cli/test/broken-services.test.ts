import { expect, test } from 'vitest';
import { isLong, some } from '../../../tools/testing/seeds.ts';
import { filterNames } from '../src/compare/issue-filters.ts';
import { rules } from '../src/rules.ts';
import { brokenServices } from './broken-services/all.ts';
import { brokenIn, compareBroken } from './compare-broken-service.ts';

/** The first service of each rule in the short run, and each that ignores a filter; all in the long run. */
const tried = brokenServices.filter(
  ({ rule, how }, at) =>
    isLong ||
    brokenServices.findIndex((other) => other.rule === rule) === at ||
    (rule === 'EP-6' && filterNames.some((name) => how === `\`${name}\` is ignored`)),
);

test.each(tried)('compare reports $rule as violated by a service that breaks it: $how', async (service) => {
  const broken = brokenIn(await compareBroken(service));
  expect(broken.map(({ id }) => id)).toContain(service.rule);
  expect(broken.find(({ id }) => id === service.rule)).toMatchObject({
    why: expect.stringMatching(/./),
    request: expect.stringContaining('/api/v1/'),
    response: expect.stringMatching(/^\d{3}( |$)/),
  });
});

// With `--write`, compare checks the reads first.
test.each(isLong ? some(brokenServices.filter(({ write }) => !write)) : [])(
  'compare --write also reports $rule as violated by a service that breaks it: $how',
  async (service) => {
    expect(brokenIn(await compareBroken(service, true)).map(({ id }) => id)).toContain(service.rule);
  },
);

test('each rule is broken by a service, or has a reason why no run of compare can test it', () => {
  const all = Object.entries(rules).flatMap(([section, of]) => (section === 'Gaps' ? [] : Object.entries(of)));
  const broken = new Set<string>(brokenServices.map(({ rule }) => rule));
  for (const [id, { notTested }] of all) expect([id, broken.has(id) !== (notTested !== undefined)]).toEqual([id, true]);
  expect(new Set(brokenServices.map(({ rule, how }) => `${rule} ${how}`)).size).toBe(brokenServices.length);
});
