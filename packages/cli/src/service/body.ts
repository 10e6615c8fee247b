import { isTooDeep } from '../platform/json.ts';

/** A received body. */
export interface DecodedBody {
  /** The beginning of the body. */
  readonly text: string;
  readonly isUtf8: boolean;
  readonly json: unknown;
  /** Why the body is unusable. */
  readonly problem?: string;
}

/** Maximum size of a body in bytes. A page of this API has at most 100 issues. */
const maxBytes = 2 * 1024 * 1024;
/** Maximum length of the text that is kept, for messages. */
const maxText = 2000;

export const tooDeep = 'the body of the response is nested too deep for this API';

/** Reads a body, unless it is too large. */
export async function readBody({ body }: Response): Promise<DecodedBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return unusable('the body of the response is too large for this API');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder().decode(bytes);
  const json = parseJson(text);
  if (isTooDeep(json)) return unusable(tooDeep);
  // A copy: a part of a long text would keep all of it.
  return { text: Buffer.from(text.slice(0, maxText)).toString(), isUtf8: isUtf8(bytes), json };
}

const unusable = (problem: string): DecodedBody => ({ text: '', isUtf8: true, json: undefined, problem });

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
