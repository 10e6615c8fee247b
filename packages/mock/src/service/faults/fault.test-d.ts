import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Fault, faultSchema } from './fault.ts';

test('the type of a fault equals the output of its schema', () => {
  expectTypeOf<z.output<typeof faultSchema>>().toEqualTypeOf<Fault>();
});
