import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Fault, faultSchema } from './fault.ts';

test('the type of a fault says what its schema checks', () => {
  expectTypeOf<z.output<typeof faultSchema>>().toEqualTypeOf<Fault>();
});
