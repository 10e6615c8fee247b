import type { WireRequest } from '../http/exchange.ts';
import { decodeUtf8, parseJson, readBytes } from '../http/read-body.ts';
import type { OpenEntry } from '../request-log/journal.ts';
import { redactKeys } from '../request-log/redact.ts';

/** Longer bodies don't stay in the request log. */
const logLimit = 65_536;

/** Reads the JSON a request carries, and logs it; its members are checked later (GEN-3, ERR-4, GAP-16). @throws HttpError */
export async function readJson(request: WireRequest, limit: number, entry: OpenEntry): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  const text = decodeUtf8(bytes);
  const logged = bytes.length <= logLimit;
  // Before it is parsed, so that the log shows what was no JSON.
  if (logged) entry.body = redactKeys(text);
  const json = parseJson(text);
  if (logged && !isDeep(json)) entry.body = withoutKeys(text, json);
  return json;
}

/** A body as the log may show it. Redacted JSON is still JSON: a key has none of the characters that JSON is written with. */
function withoutKeys(text: string, json: unknown): unknown {
  const redacted = redactKeys(text);
  return redacted === text ? json : JSON.parse(redacted);
}

/** Very deep JSON stays text in the log: writing it as JSON again could overflow the stack. */
function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 32 || Object.values(value).some((member) => isDeep(member, depth + 1));
}
