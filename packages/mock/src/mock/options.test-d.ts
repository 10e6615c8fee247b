import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { MockOptions, mockOptions } from './options.ts';

test('the type of a mock’s options says what their schema checks', () => {
  expectTypeOf<z.output<typeof mockOptions>>().toEqualTypeOf<MockOptions>();
});
