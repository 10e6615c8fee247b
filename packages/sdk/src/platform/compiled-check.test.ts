import { afterAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Random, randomFrom } from '../../../../tools/testing/random.ts';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { matchesCompiled } from './compiled-check.ts';

// The walk alone, as a page has it.
vi.resetModules();
vi.doMock('#runtime', () => ({ matchesCompiled: undefined }));
const { differences } = await import('../validation/differences.ts');
const { endpoints, openEnumerations } = await import('@issue-tracking/model');
afterAll(() => {
  vi.doUnmock('#runtime');
  vi.resetModules();
});

const leaves = {
  enumerations: openEnumerations,
  matches: (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success,
};
const values = [undefined, null, true, 0, 7, -1, 1.5, '', 'open', 'x', '2026-04-01T09:30:00.000Z', [], {}, { x: 1 }];

/** Returns a value that differs from its schema in few places, or in none. */
function sample(schema: z.core.$ZodType, random: Random): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (random.below(100) === 0) return random.pick(values);
  if (def.type === 'optional' || def.type === 'nullable') {
    const absent = def.type === 'optional' ? undefined : null;
    return random.below(3) === 0 ? absent : sample(def.innerType, random);
  }
  if (def.type === 'array') return Array.from({ length: random.below(3) }, () => sample(def.element, random));
  if (def.type === 'object') {
    const members = Object.entries(def.shape).map(([name, member]) => [
      name,
      sample(member as z.core.$ZodType, random),
    ]);
    if (random.below(20) === 0) members.push(['other', random.pick(values)]);
    return Object.fromEntries(members);
  }
  const matching = openEnumerations.get(schema) ?? values.filter((value) => leaves.matches(schema, value));
  return random.pick(matching.length > 0 ? matching : values);
}

test('the compiled check matches exactly the values in which the walk finds no difference [GEN-5] [VER-2]', () => {
  const found = { matching: 0, differing: 0 };
  for (const seed of seeds(100, 20_000)) {
    const random = randomFrom(seed);
    for (const [name, { response, needs }] of Object.entries(endpoints)) {
      for (const schema of [response, needs]) {
        const value = sample(schema, random);
        const isSame = differences(schema, value).next().done === true;
        expect(matchesCompiled(schema, value, leaves), `seed ${seed}, ${name}: ${JSON.stringify(value)}`).toBe(isSame);
        found[isSame ? 'matching' : 'differing']++;
      }
    }
  }
  expect(Math.min(...Object.values(found))).toBeGreaterThan(100);
});
