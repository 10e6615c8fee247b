import * as z from 'zod/mini';
import { object, text } from '../platform/input/schemas.ts';
import { type Fault, faultSchema } from '../service/faults/fault.ts';
import { tenantId } from '../service/request-log/tenant-ref.ts';

/** A fault as JSON shows it: what JSON has no form for is told in words, and a credential is redacted. */
export interface ShownFault extends Omit<Fault, 'matches' | 'tenant'> {
  /** The id of an organization. */
  tenant?: string | undefined;
  matches?: 'a function' | undefined;
}

/** {@link ShownFault} */
export const shownFaultSchema: z.ZodMiniType<ShownFault> = object({
  ...faultSchema.def.shape,
  tenant: z.optional(text),
  matches: z.optional(z.literal('a function')),
});

/** A fault to show; a function tells what to show of a credential. */
export function shownFault(
  { tenant, apiKey, requestBody, matches, ...fault }: Fault,
  shown: (credential: string) => string,
): ShownFault {
  return {
    ...fault,
    ...(tenant !== undefined && { tenant: tenantId(tenant) }),
    ...(apiKey !== undefined && { apiKey: shown(apiKey) }),
    ...(requestBody !== undefined && { requestBody: patternsAsText(requestBody) }),
    ...(matches && { matches: 'a function' }),
  };
}

/** A copy in which a regular expression is the text that one would write. */
function patternsAsText(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, member) => (member instanceof RegExp ? String(member) : member)));
}
