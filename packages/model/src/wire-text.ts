// GAP-31
/**
 * Whether a text is a whole number as a path or query carries it: plain decimal digits without sign, leading zero,
 * point or exponent, from 1 to `max`. `Number` takes `1e1` and `0x10` for numbers too.
 */
export function isWireInteger(text: string, max: number): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= max;
}

// enforces EP-10
/** What to say of a text that is none of the values it may be. */
export function mustBeOneOf(values: readonly string[]): string {
  return `must be one of: ${values.join(', ')}`;
}

// GEN-4
/** A timestamp as text: ISO 8601, UTC, milliseconds, trailing `Z`. */
export const timestampPattern: RegExp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Whether a text is a timestamp of a day and time that exist. */
export function isTimestamp(text: string): boolean {
  // `Date` takes February 30 for March 2.
  return timestampPattern.test(text) && new Date(text).getUTCDate() === Number(text.slice(8, 10));
}

/** A uuid as text, of any version. */
export const uuidPattern: RegExp = /^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/;

/** Whether a text is a uuid, of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Whether a text can be one segment of a path: one that does not climb, and loses nothing when it is encoded. */
export function isPathSegment(text: string): boolean {
  // A proxy that decodes `%2F` would climb by dots behind it, too.
  return text !== '' && !/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(text) && text.isWellFormed();
}
