import { decoded, encoded } from '../../platform/http/json.ts';

/** Of longer bodies only the beginning stays in the log. */
const longest = 65_536;
const beginning = 4096;

/** Whether the log keeps no more of a body than its beginning. */
export function isLong(body: string | Uint8Array): boolean {
  return body.length > longest;
}

/** The beginning of a long body; `clean` takes secrets out of a text. */
export function beginningOf(body: string | Uint8Array, clean: (text: string) => string): string {
  // A character takes four bytes at most.
  const text = typeof body === 'string' ? body : decoded(body.subarray(0, 8 * beginning));
  // Cleaned before it is cut: half of a credential would not be found.
  const cut = clean(text.slice(0, 2 * beginning)).slice(0, beginning);
  // Written once more, as a part of a text keeps the whole in memory.
  return decoded(encoded(cut));
}

/** Returns a body as the log may show it. Redacted JSON is still JSON: a key has none of JSON's own characters. */
export function shownBody(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isDeep(json) ? text : json;
  } catch {
    return text;
  }
}

/** Very deep JSON stays text: writing it as JSON again could overflow the stack. */
function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 32 || Object.values(value).some((member) => isDeep(member, depth + 1));
}
