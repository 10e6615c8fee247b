import { decoded, encoded } from '../../platform/http/json.ts';

/** Maximum size of a complete body in the log. Only the beginning of a longer body is kept. */
const longest = 65_536;
const beginning = 4096;

/** Whether the log keeps only the beginning of a body. */
export function isLong(body: string | Uint8Array): boolean {
  return body.length > longest;
}

/** Returns the beginning of a long body. `clean` redacts secrets. */
export function beginningOf(body: string | Uint8Array, clean: (text: string) => string): string {
  // A character has at most four bytes.
  const text = typeof body === 'string' ? body : decoded(body.subarray(0, 8 * beginning));
  // Redact before cutting: half of a credential would not be found.
  const cut = clean(text.slice(0, 2 * beginning)).slice(0, beginning);
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
