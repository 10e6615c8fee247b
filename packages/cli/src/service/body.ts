import type { PlainResponse } from '@issue-tracking/sdk/internal';
import { isTooDeep } from '../platform/json.ts';

/** A body as it was received. */
interface DecodedBody {
  readonly text: string;
  readonly isUtf8: boolean;
  readonly json: unknown;
}

/** Decodes a body. A string says why it can't be used. */
export function decodeBody({ body }: PlainResponse): DecodedBody | string {
  if (!body) return 'its body is larger than anything that this API responds';
  const bytes = Buffer.concat(body);
  const text = new TextDecoder().decode(bytes);
  const json = parseJson(text);
  if (isTooDeep(json)) return 'its body is nested deeper than anything that this API responds';
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
