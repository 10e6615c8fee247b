import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { seeds } from '../../../tools/test/seeds.ts';
import { deviations } from './deviations.ts';
import { runOnSpec, specService } from './fixture.ts';
import { oneOf, randomOf } from './random.ts';
import { onSpecIssue } from './verify-mutant.ts';

/** Of behavior options that are a choice of the mock, and of ways that no behavior option has a word for. */
const claims = { right: 0, open: 0, wordless: 0 };

/** A service that fills each gap in a way of its own, and what `calibrate` finds out. */
async function calibrated(choose: (name: string) => number) {
  const spec = specService();
  const chosen = Object.entries(deviations).map(([name, ways]) => ({
    name,
    ...(ways[choose(name) % ways.length] ?? ways[0]),
  }));
  for (const { breaks } of chosen) breaks?.(spec.service);
  const { out, error } = await runOnSpec(spec, ['calibrate', '--json', ...onSpecIssue]);
  const { behavior, undecided, ended } = JSON.parse(out);
  expect(ended, error).toBeUndefined();
  return chosen.map(({ name, how, value }) => ({ name, how, value, claimed: behavior[name], why: undecided[name] }));
}

/** Returns the decided options that differ from the service's behavior. */
function wrongIn(found: Awaited<ReturnType<typeof calibrated>>) {
  return found.filter(({ value, claimed }) => claimed !== undefined && !isDeepStrictEqual(claimed, value));
}

const each = Object.entries(deviations).flatMap(([name, ways]) => ways.map(({ how }, at) => ({ name, how, at })));

test.each(each)('$name, $how: decided rightly or left undecided', async ({ name, at }) => {
  const found = await calibrated((other) => (other === name ? at : 0));
  expect(wrongIn(found)).toEqual([]);
  const one = found.find((option) => option.name === name);
  // Whatever is a choice of the mock's is decided where nothing else is unusual.
  if (one?.value !== undefined) expect([one.how, one.claimed]).toEqual([one.how, one.value]);
  else expect(one?.why).toMatch(/./);
});

test.each(seeds(8, 100))('every gap filled at random: none is decided wrongly (seed %i)', async (seed) => {
  const random = randomOf(seed);
  const found = await calibrated((name) => (deviations[name] ?? []).indexOf(oneOf(deviations[name] ?? [], random)));
  expect(wrongIn(found)).toEqual([]);
  for (const { value, claimed } of found)
    claims[value === undefined ? 'wordless' : claimed === undefined ? 'open' : 'right']++;
});

test('most of what is a choice of the mock is decided', () => {
  const { right, open, wordless } = claims;
  const share = right / (right + open);
  console.log(
    `calibrate decided ${right} of ${right + open} behavior options (${(100 * share).toFixed(1)} %), none wrongly, and left open ${wordless} for which there is no choice`,
  );
  expect(share).toBeGreaterThan(0.9);
});
