import { decodeUtf8, parseJson, readBytes } from '../../platform/http/read-body.ts';
import type { RequestContext } from './request-context.ts';

/** Reads the JSON of a write; its members are checked later (GEN-3, ERR-4, GAP-16). @throws HttpError 400 */
export async function readJson(context: RequestContext): Promise<unknown> {
  const { request, settings, entry } = context;
  const body = {
    header: (name: string) => request.header(name),
    async body(limit: number) {
      entry.bodyKept = 'nothing';
      return context.bytes(limit);
    },
  };
  const text = decodeUtf8(await readBytes(body, settings.readings.bodyLimit));
  // Before it is parsed, so that the log shows what was no JSON.
  entry.body = text;
  return parseJson(text);
}
