import type { Call } from '../call/call.ts';
import type { Answer } from '../call/outcome.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';

/**
 * The JSON of a success (GEN-2), or `undefined` for an empty body.
 *
 * @throws UnexpectedResponseError when it is no JSON or too large. The platform's message would quote the body.
 */
export function parseJson({ text, status }: Answer, call: Call): unknown {
  if (text === undefined) {
    throw new UnexpectedResponseError(`${status}, but the body was larger than the client reads`, { call, status });
  }
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedResponseError(`${status}, but the body was not JSON`, { call, status });
  }
}
