import type { WireRequest } from './exchange.ts';
import { type HttpError, invalidInput } from './http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a body that is announced as JSON (GEN-3, GAP-16). @throws HttpError */
export async function readBytes(request: Pick<WireRequest, 'header' | 'body'>, limit: number): Promise<Uint8Array> {
  const mediaType = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  // enforces GEN-3
  if (mediaType !== 'application/json')
    throw invalidInput({ field: 'content-type', message: 'must be application/json' });
  const bytes = await request.body(limit);
  if (bytes === 'too-large')
    throw invalidInput({ field: 'body', message: `must be at most ${limit} bytes` }).because({ reading: 'bodyLimit' });
  return bytes;
}

/** @throws HttpError */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson();
  }
}

/** @throws HttpError */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

// enforces ERR-4
function notJson(): HttpError {
  return invalidInput({ field: 'body', message: 'must be valid JSON in UTF-8' });
}
