import type { ObjectSchema } from '@issue-tracking/model';
import type { NodeRequest } from '../adapters/http/node-http.ts';
import { errorsOf, invalidInput } from '../http/http-error.ts';
import { decodeUtf8, parseJson, readBytes } from '../http/read-body.ts';

/** Room for a tenant with thousands of issues, in bytes. */
const limit = 16_777_216;

/**
 * Reads and checks a route's JSON body; an empty one stands for `{}`. It must be announced as JSON: a page elsewhere can
 * send a simple POST without asking, and that has no such type.
 *
 * @throws HttpError naming the member at fault.
 */
export async function readInput(request: NodeRequest, schema: ObjectSchema): Promise<unknown> {
  const text = decodeUtf8(await readBytes(request, limit));
  const input = text === '' ? {} : parseJson(text);
  const details = errorsOf(schema, input).map(({ field, message }) => ({ field: field || 'body', message }));
  if (details.length > 0) throw invalidInput(...details);
  return input;
}
