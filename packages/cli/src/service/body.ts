import { readBody } from '@issue-tracking/sdk/internal';
import { isTooDeep } from '../platform/json.ts';

/** A body as it was received. */
interface Body {
  readonly text: string;
  readonly isUtf8: boolean;
  readonly json: unknown;
}

/** Reads a body up to the limit of the SDK; a text says why it can't be used. */
export async function bodyOf(response: Response): Promise<Body | string> {
  const chunks = response.body ? await readBody(response.body.getReader()) : [];
  if (!chunks) return 'its body is larger than anything that this API responds';
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder().decode(bytes);
  const json = parsed(text);
  if (isTooDeep(json)) return 'its body is nested deeper than anything that this API responds';
  return { text, isUtf8: isUtf8(bytes), json };
}

function parsed(text: string): unknown {
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
