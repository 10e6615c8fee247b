import type { Fault } from '../faults/fault.ts';
import { tenantId } from '../log/filter.ts';

/** A fault as JSON: functions become text, and credentials are redacted. */
export interface ShownFault extends Omit<Fault, 'matches' | 'tenant'> {
  /** The id of an organization. */
  tenant?: string | undefined;
  matches?: 'a function' | undefined;
}

/** Returns a fault as JSON. `shown` redacts a credential. */
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

/** Copies a value and converts regular expressions to text. */
function patternsAsText(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, member) => (member instanceof RegExp ? String(member) : member)));
}
