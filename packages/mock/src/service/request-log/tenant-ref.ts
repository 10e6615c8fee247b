import * as z from 'zod/mini';
import { text } from '../../platform/input/schemas.ts';

/** A tenant: the result of `mock.tenant()`, or the id of an organization. */
export type TenantRef = string | { readonly organization: { readonly id: string } };

export const tenantRef: z.ZodMiniType<TenantRef> = z.union(
  [text, z.looseObject({ organization: z.looseObject({ id: text }) })],
  'must be a tenant, or the id of an organization',
);

export function tenantId(tenant: TenantRef): string {
  return typeof tenant === 'string' ? tenant : tenant.organization.id;
}
