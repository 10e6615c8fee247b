import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { ListenOptions, listenOptions } from './options.ts';

test('the type of listen()’s options says what their schema checks', () => {
  expectTypeOf<z.output<typeof listenOptions>>().toEqualTypeOf<ListenOptions>();
});
