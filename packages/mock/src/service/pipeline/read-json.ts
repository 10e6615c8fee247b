import { bodyText, parseJson, requireJsonType } from '../../platform/http/json-body.ts';
import type { RequestContext } from './request-context.ts';

/** Reads the JSON body of a write. Its members are checked later (ERR-4, GAP-16). @throws HttpError 400 */
export async function readJson(context: RequestContext): Promise<unknown> {
  const { request, settings, entry, upload } = context;
  // enforces GEN-3
  requireJsonType(request.header('content-type'));
  const { bodyLimit } = settings.behavior;
  const text = bodyText(await upload.bytes(), bodyLimit);
  // Before parsing, so that the log has bodies that aren't JSON.
  entry.body = text;
  return parseJson(text);
}
