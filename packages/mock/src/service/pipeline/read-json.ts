import { bodyText, parseJson, requireJsonType } from '../../platform/http/json-body.ts';
import type { RequestContext } from './request-context.ts';
import { maxBodyBytes } from './upload.ts';

/** Reads the JSON body of a write. A later step checks its members (ERR-4, GAP-16). @throws HttpError 400 */
export async function readJson(context: RequestContext): Promise<unknown> {
  const { request, entry, upload } = context;
  // enforces GEN-3
  requireJsonType(request.header('content-type'));
  const text = bodyText(await upload.bytes(), maxBodyBytes);
  // Log the body before parsing, because a body that isn't JSON must be in the log too.
  entry.body = text;
  return parseJson(text);
}
