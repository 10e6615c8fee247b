/**
 * Returns a member of pulled data as a text to compare, whatever the service sent. An object has none: its own `toString`
 * may be anything.
 */
export function comparableText(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value);
}
