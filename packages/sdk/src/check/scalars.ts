/** Whether a value is an object with members, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text can be one segment of a path that neither climbs nor loses characters when it is encoded. */
export function isSegment(value: unknown): boolean {
  return typeof value === 'string' && !['', '.', '..'].includes(value) && value.isWellFormed();
}

/** Plain decimal digits only: `1e1`, `+1`, `01` and `0x10` are numbers to JavaScript, but not on the wire (GAP-31). */
export function isWireInteger(value: unknown, max: number): boolean {
  return typeof value === 'string' && /^[1-9]\d*$/.test(value) && Number(value) <= max;
}
