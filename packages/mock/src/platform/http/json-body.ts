import { type HttpError, invalidInput } from './http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Requires the content type of JSON (GEN-3). @throws HttpError 400 */
export function requireJsonType(header: string | undefined): void {
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json')
    throw invalidInput({ field: 'content-type', message: 'must be application/json' });
}

/** Rejects a compressed body, whose bytes would look like invalid JSON. @throws HttpError 400 */
export function requireUnencoded(header: string | undefined): void {
  if (header !== undefined && header !== 'identity')
    throw invalidInput({ field: 'content-encoding', message: 'must be left out: compressed bodies are not supported' });
}

/** Returns the text of a body that was read up to a limit in bytes. @throws HttpError 400 */
export function bodyText(bytes: Uint8Array | 'too-large', limit: number): string {
  if (bytes === 'too-large') throw invalidInput({ field: 'body', message: `must be at most ${limit} bytes` });
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson();
  }
}

/** @throws HttpError 400 */
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
