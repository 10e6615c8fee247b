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

/** Whether a text can be one segment of a path: one that does not climb, and loses nothing when it is encoded. */
export function isPathSegment(text: string): boolean {
  // A proxy that decodes `%2F` would climb by dots behind it, too.
  return text !== '' && !/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(text) && text.isWellFormed();
}
