// GAP-31
/**
 * Whether a text is a whole number of a path or query: plain decimal digits without sign, leading zero,
 * point or exponent, from 1 to `max`. `Number` takes `1e1` and `0x10` for numbers too.
 */
export function isWireInteger(text: string, max: number): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= max;
}

// enforces EP-10
/** Returns the problem of a text that is none of the permitted values. */
export function mustBeOneOf(values: readonly string[]): string {
  return `must be one of: ${values.join(', ')}`;
}

// GEN-4
/** A timestamp as text: ISO 8601, UTC, milliseconds, trailing `Z`. */
export const timestampPattern: RegExp =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Whether a text is a timestamp of a day and time that exist. */
export function isTimestamp(text: string): boolean {
  if (!timestampPattern.test(text)) return false;
  const day = Number(text.slice(8, 10));
  // `Date` takes February 30 for March 2.
  return day < 29 || new Date(text).getUTCDate() === day;
}

/** A uuid as text, of any version. */
export const uuidPattern: RegExp = /^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/;

/** Whether a text is a uuid, of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Whether a text can be one segment of a path: one that is no dot segment, and loses nothing when it is encoded. */
export function isPathSegment(text: string): boolean {
  // A proxy that decodes `%2F` would resolve dots behind it, too.
  return text !== '' && !/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(text) && text.isWellFormed();
}
