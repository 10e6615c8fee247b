import { expect, test } from 'vitest';
import { isLong, some } from '../../../tools/testing/seeds.ts';
import { filterNames } from '../src/compare/issue-filters.ts';
import { rules } from '../src/rules.ts';
import { brokenServices } from './broken-services/all.ts';
import type { BrokenService } from './broken-services/broken-service.ts';
import { broken, type ReportedRule } from './compare-broken-service.ts';

/** The first service of each rule in the short run, and each that ignores a filter; all in the long run. */
const tried = brokenServices.filter(
  ({ rule, how }, at) =>
    isLong ||
    brokenServices.findIndex((other) => other.rule === rule) === at ||
    (rule === 'EP-6' && filterNames.some((name) => how === `\`${name}\` is ignored`)),
);

/** The short run breaks up to six rules at once. */
const count = isLong ? tried.length : Math.ceil(tried.length / 6);
const groups = Array.from({ length: count }, (_, group) => tried.filter((_, at) => at % count === group));

test.each(groups.map((group) => ({ group, rules: group.map(({ rule, how }) => `${rule}: ${how}`) })))(
  'compare reports each rule that a service breaks as violated: $rules',
  async ({ group }) => {
    const reported = await reportedOf(group);
    for (const service of group)
      expect([service.rule, service.how, reported.get(service)]).toMatchObject([
        service.rule,
        service.how,
        {
          why: expect.stringMatching(/./),
          request: expect.stringContaining('/api/v1/'),
          response: expect.stringMatching(/^\d{3}( |$)/),
        },
      ]);
  },
);

/** Returns what is reported of each service's rule. One violation may hide others: these are broken again without it. */
async function reportedOf(group: readonly BrokenService[]): Promise<Map<BrokenService, ReportedRule>> {
  const found = await broken(...group);
  const reported = new Map(
    group.flatMap((service) => found.filter(({ id }) => id === service.rule).map((rule) => [service, rule] as const)),
  );
  const hidden = group.filter((service) => !reported.has(service));
  if (hidden.length === 0 || group.length === 1) return reported;
  const others = hidden.length < group.length ? [hidden] : hidden.map((service) => [service]);
  for (const again of others) for (const [service, rule] of await reportedOf(again)) reported.set(service, rule);
  return reported;
}

// With `--write`, compare checks the reads first.
test.each(isLong ? some(brokenServices.filter(({ write }) => !write)) : [])(
  'compare --write also reports $rule as violated by a service that breaks it: $how',
  async (service) => {
    expect((await broken({ ...service, write: true })).map(({ id }) => id)).toContain(service.rule);
  },
);

test('each rule is broken by a service, or has a reason why no run of compare can test it', () => {
  const all = Object.entries(rules).flatMap(([section, of]) => (section === 'Gaps' ? [] : Object.entries(of)));
  const tested = new Set<string>(brokenServices.map(({ rule }) => rule));
  for (const [id, { notTested }] of all) expect([id, tested.has(id) !== (notTested !== undefined)]).toEqual([id, true]);
  expect(new Set(brokenServices.map(({ rule, how }) => `${rule} ${how}`)).size).toBe(brokenServices.length);
});
