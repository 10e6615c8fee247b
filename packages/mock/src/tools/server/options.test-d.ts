import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { ListenOptions, listenOptions } from './options.ts';

test('the type of the options of listen() equals the output of their schema', () => {
  expectTypeOf<z.output<typeof listenOptions>>().toEqualTypeOf<ListenOptions>();
});
