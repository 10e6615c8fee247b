import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { CheckedWorld } from './checked-world.ts';
import type { World } from './world.ts';
import type { worldSchema } from './world-schema.ts';

test('the type of a world is equivalent to the output of its schema', () => {
  expectTypeOf<z.output<typeof worldSchema>>().toExtend<World>();
  expectTypeOf<World>().toExtend<z.output<typeof worldSchema>>();
});

test('a checked world is assignable to a world', () => {
  expectTypeOf<CheckedWorld>().toExtend<World>();
});

test('a misspelt member does not compile', () => {
  // @ts-expect-error no such member
  expectTypeOf<World>({ organizations: [], user: [] });
});
