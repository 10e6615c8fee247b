import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { randomFrom } from '../../../tools/testing/random.ts';
import { isLong, seeds } from '../../../tools/testing/seeds.ts';
import { tooFew } from '../src/compare/choices.ts';
import { onSpecIssue } from './compare-broken-service.ts';
import { type Deviation, deviations } from './deviations.ts';
import { runOnSpec, specService } from './fixture.ts';

const options = Object.entries(deviations);

/** Runs `compare` against a service that deviates in one way for each option. */
async function compared(choose: (name: string, ways: readonly Deviation[]) => Deviation | undefined) {
  const spec = specService();
  const chosen = options.map(([name, ways]) => ({ name, ...(choose(name, ways) as Deviation) }));
  for (const { breaks } of chosen) breaks(spec.service);
  const { out, error } = await runOnSpec(spec, ['compare', '--json', ...onSpecIssue]);
  const { behavior, undecided, ended } = JSON.parse(out);
  expect(ended, error).toBeUndefined();
  const found = chosen.map(({ name, how, value }) => ({
    name,
    how,
    value,
    claimed: behavior[name],
    why: undecided[name],
  }));
  const wrong = found.filter(({ value, claimed }) => claimed !== undefined && !isDeepStrictEqual(claimed, value));
  expect(wrong).toEqual([]);
  return found;
}

/** A behavior that an option can express is decided, unless other behavior hides it. The reason says so. */
function expectDecided(found: Awaited<ReturnType<typeof compared>>): void {
  for (const { name, value, claimed, why } of found)
    if (value !== undefined && claimed === undefined)
      expect([name, why]).toEqual(
        name === 'absentValues' ? [name, 'no issue that was read lacks two values'] : ['commentOrder', tooFew],
      );
}

const most = Math.max(...options.map(([, ways]) => ways.length));

test.each(Array.from({ length: most }, (_, at) => at))(
  'compare decides each option correctly or leaves it undecided, for a service with way %i of each',
  async (at) => {
    const found = await compared((_, ways) => ways[at % ways.length]);
    expectDecided(found);
    for (const { value, why } of found) if (value === undefined) expect(why).toMatch(/./);
  },
);

const single = options.flatMap(([name, ways]) => ways.map((way) => ({ name, way, how: way.how })));

test.each(isLong ? single : [])(
  'compare decides $name correctly or leaves it undecided, for a service with: $how',
  async ({ name, way }) => {
    const found = await compared((other, ways) => (other === name ? way : ways[0]));
    const one = found.find((option) => option.name === name);
    // Nothing else hides it.
    if (way.value !== undefined) expect(one?.claimed).toEqual(way.value);
    else expect(one?.why).toMatch(/./);
  },
);

test.each(seeds(0, 100))(
  'compare decides no option wrongly for a service with random behavior, and leaves open only what the data does not show (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    expectDecided(await compared((_, ways) => random.pick(ways)));
  },
);
