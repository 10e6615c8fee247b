import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { TenantOptions, tenantSchema } from './tenant.ts';

type Checked = z.output<typeof tenantSchema>;

test('the type of the tenant options is equivalent to the output of their schema', () => {
  expectTypeOf<Checked>().toExtend<TenantOptions>();
  expectTypeOf<TenantOptions>().toExtend<Checked>();
  expectTypeOf<keyof TenantOptions>().toEqualTypeOf<keyof Checked>();
});
