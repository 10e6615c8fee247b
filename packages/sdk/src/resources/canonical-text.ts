const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
/**
 * Invisible characters, such as zero-width ones, soft hyphens and marks of direction, and control characters other
 * than blanks.
 */
const invisible = /\p{Cf}|(?!\s)\p{Cc}/gu;
const highestCodePoint = 0x10ffff;

/**
 * Returns a text without the differences that a service makes when it cleans a text: entities are unescaped,
 * invisible characters removed, accents composed (NFC), each run of blanks and line breaks is one blank, and both
 * ends have none.
 */
export function canonicalText(text: string): string {
  return text.replace(entity, character).replace(invisible, '').normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Returns the character of an entity. */
function character(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return namedEntities[name.toLowerCase()] ?? whole;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code <= highestCodePoint ? String.fromCodePoint(code) : whole;
}
