import { expectTypeOf, test } from 'vitest';
import type { CheckedWorld } from './checked-world.ts';
import type { World } from './world.ts';

test('a checked world is assignable to a world', () => {
  expectTypeOf<CheckedWorld>().toExtend<World>();
});

test('a misspelt member does not compile', () => {
  // @ts-expect-error no such member
  expectTypeOf<World>({ organizations: [], user: [] });
});
