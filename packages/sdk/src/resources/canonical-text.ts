const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
/** Zero-width characters, soft hyphens, marks of direction and the like; and control characters that are no blanks. */
const invisible = /\p{Cf}|(?!\s)\p{Cc}/gu;
const highestCodePoint = 0x10ffff;
/** Some services escape what is escaped already, but none does so often. */
const mostEscapings = 4;

/**
 * A text without the differences that a service makes when it cleans what it stores: entities unescaped, invisible
 * characters gone, accents composed (NFC), every run of blanks and line breaks one blank, none at either end.
 */
export function canonicalText(text: string): string {
  let plain = text;
  for (let times = 0; times < mostEscapings; times++) plain = plain.replace(entity, character);
  return plain.replace(invisible, '').normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Returns the character of an entity. */
function character(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return namedEntities[name.toLowerCase()] ?? whole;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code <= highestCodePoint ? String.fromCodePoint(code) : whole;
}
