import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { seeds } from '../../../tools/test/seeds.ts';
import { onSpecIssue } from './compare-mutant.ts';
import { deviations } from './deviations.ts';
import { runOnSpec, specService } from './fixture.ts';
import { oneOf, randomOf } from './random.ts';

/** Counts of options over all random services: decided, undecided, and with a behavior that no value of the option expresses. */
const counts = { right: 0, open: 0, inexpressible: 0 };

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

test.each(seeds(8, 100))(
  'compare decides no option wrongly for a service with random behavior (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const found = await calibrated((name) => (deviations[name] ?? []).indexOf(oneOf(deviations[name] ?? [], random)));
    expect(wrongIn(found)).toEqual([]);
    for (const { value, claimed } of found)
      counts[value === undefined ? 'inexpressible' : claimed === undefined ? 'open' : 'right']++;
  },
);

test('compare decides more than 90 % of the options that can express the behavior of the random services', () => {
  const { right, open, inexpressible } = counts;
  const share = right / (right + open);
  console.log(
    `compare decided ${right} of ${right + open} behavior options (${(100 * share).toFixed(1)} %), none wrongly, and left open ${inexpressible} that no value of their option expresses`,
  );
  expect(share).toBeGreaterThan(0.9);
});
