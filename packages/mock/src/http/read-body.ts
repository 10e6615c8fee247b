import type { OpenEntry } from '../request-log/journal.ts';
import { redactKeys } from '../request-log/redact.ts';
import type { WireRequest } from './exchange.ts';
import { invalidInput, type Refusal } from './http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Longer bodies don't stay in the journal. */
const journalLimit = 65_536;

/** Reads the JSON a request carries; what it means is checked later (GEN-3, ERR-4, GAP-16). @throws Refusal */
export async function readJson(request: WireRequest, limit: number, entry: OpenEntry): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  const text = decodeUtf8(bytes);
  if (bytes.length <= journalLimit) entry.body = redactKeys(text);
  const json = parseJson(text);
  if (bytes.length <= journalLimit && !isDeep(json)) entry.body = withoutKeys(text, json);
  return json;
}

/** Reads a body that is announced as JSON (GEN-3, GAP-16). @throws Refusal */
export async function readBytes(request: WireRequest, limit: number): Promise<Uint8Array> {
  const mediaType = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json')
    throw invalidInput({ field: 'content-type', message: 'must be application/json' });
  const bytes = await request.body(limit);
  if (bytes === 'too-large') throw invalidInput({ field: 'body', message: `must be at most ${limit} bytes` });
  return bytes;
}

/** @throws Refusal */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson();
  }
}

/** @throws Refusal */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): Refusal {
  return invalidInput({ field: 'body', message: 'must be valid JSON in UTF-8' });
}

/** A body as the journal may show it; what redaction strikes out of the text is nothing that JSON writes with. */
function withoutKeys(text: string, json: unknown): unknown {
  const redacted = redactKeys(text);
  return redacted === text ? json : JSON.parse(redacted);
}

/** What is nested past all use stays text in the journal: writing it as JSON again could overflow the stack. */
function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 32 || Object.values(value).some((member) => isDeep(member, depth + 1));
}
