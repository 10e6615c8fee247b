import type { PlainResponse } from '@issue-tracking/sdk/internal';
import { isTooDeep } from '../platform/json.ts';

/** A received body. */
interface DecodedBody {
  readonly text: string;
  readonly isUtf8: boolean;
  readonly json: unknown;
}

/** Decodes a body, or returns why the body is unusable. */
export function decodeBody({ body }: PlainResponse): DecodedBody | string {
  if (!body) return 'the body of the response is too large for this API';
  const bytes = Buffer.concat(body);
  const text = new TextDecoder().decode(bytes);
  const json = parseJson(text);
  if (isTooDeep(json)) return 'the body of the response is nested too deep for this API';
  return { text, isUtf8: isUtf8(bytes), json };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
