import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { MockOptions, mockOptions } from './options.ts';

test('the type of the mock’s options equals the output of their schema', () => {
  expectTypeOf<z.output<typeof mockOptions>>().toEqualTypeOf<MockOptions>();
});
