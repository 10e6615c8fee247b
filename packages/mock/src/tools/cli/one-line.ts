/**
 * Returns a text that is safe to print: names, slugs and labels may come from a service, with characters that move a terminal's
 * cursor, break the line, or reorder the text around them.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, ' ');
}
