import { decoded, encoded } from '../platform/http/json.ts';

/** Maximum size of a complete body in the log, in bytes or, for a text, characters. */
const maxSize = 65_536;
/** Length of the beginning that is kept of a longer body, in characters. */
const keptLength = 4096;

/** Whether the log keeps only the beginning of a body. */
export function isLong(body: string | Uint8Array): boolean {
  return body.length > maxSize;
}

/** Returns the redacted beginning of a long body. */
export function beginningOf(body: string | Uint8Array, redact: (text: string) => string): string {
  // Redact twice as much as is kept: half of a credential at the end of the kept part would not be found. A character has at
  // most four bytes.
  const text = typeof body === 'string' ? body : decoded(body.subarray(0, 4 * 2 * keptLength));
  const cut = redact(text.slice(0, 2 * keptLength)).slice(0, keptLength);
  // Encode and decode, because a substring keeps the whole text in memory.
  return decoded(encoded(cut));
}

/** Returns a redacted body for the log, parsed if it is JSON. Redacted JSON stays valid: keys contain no quotes. */
export function shownBody(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isDeep(json) ? text : json;
  } catch {
    return text;
  }
}

/** Whether JSON is nested so deep that serializing it again could overflow the stack. */
function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 32 || Object.values(value).some((member) => isDeep(member, depth + 1));
}
