import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { seeds } from '../../../tools/testing/seeds.ts';
import { tooFew } from '../src/compare/choices.ts';
import { onSpecIssue } from './compare-mutant.ts';
import { deviations } from './deviations.ts';
import { runOnSpec, specService } from './fixture.ts';
import { oneOf, randomOf } from './random.ts';

/** Runs `compare` against a service with the chosen behavior for each option. */
async function calibrated(choose: (name: string) => number) {
  const spec = specService();
  const chosen = Object.entries(deviations).map(([name, ways]) => ({
    name,
    ...(ways[choose(name) % ways.length] ?? ways[0]),
  }));
  for (const { breaks } of chosen) breaks?.(spec.service);
  const { out, error } = await runOnSpec(spec, ['compare', '--json', ...onSpecIssue]);
  const { behavior, undecided, ended } = JSON.parse(out);
  expect(ended, error).toBeUndefined();
  return chosen.map(({ name, how, value }) => ({ name, how, value, claimed: behavior[name], why: undecided[name] }));
}

/** Returns the decided options that differ from the service's behavior. */
function wrongIn(found: Awaited<ReturnType<typeof calibrated>>) {
  return found.filter(({ value, claimed }) => claimed !== undefined && !isDeepStrictEqual(claimed, value));
}

const each = Object.entries(deviations).flatMap(([name, ways]) => ways.map(({ how }, at) => ({ name, how, at })));

test.each(each)(
  'compare decides $name correctly or leaves it undecided, for a service with: $how',
  async ({ name, at }) => {
    const found = await calibrated((other) => (other === name ? at : 0));
    expect(wrongIn(found)).toEqual([]);
    const one = found.find((option) => option.name === name);
    // A behavior that the option can express must be decided if all other behavior is the default.
    if (one?.value !== undefined) expect([one.how, one.claimed]).toEqual([one.how, one.value]);
    else expect(one?.why).toMatch(/./);
  },
);

test.each(seeds(3, 100))(
  'compare decides no option wrongly for a service with random behavior, and leaves open only what the data does not show (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const found = await calibrated((name) => (deviations[name] ?? []).indexOf(oneOf(deviations[name] ?? [], random)));
    expect(wrongIn(found)).toEqual([]);
    for (const { name, value, claimed, why } of found)
      if (value !== undefined && claimed === undefined)
        expect([name, why]).toEqual(
          name === 'absentValues' ? [name, 'no issue that was read lacks two values'] : ['commentOrder', tooFew],
        );
  },
);
