import type { EndpointName, ErrorDetail, ResponseOf } from '@issue-tracking/model';
import type { Call } from '../call/call.ts';
import type { Answer } from '../call/outcome.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { table } from '../table/table.ts';
import { parseJson } from './parse-json.ts';
import { problemsOf } from './problems.ts';
import { type Found, walkerFor } from './walker.ts';

/** How strictly answers are taken: `strict` also refuses values outside the enumerations of version 1. */
export type Validation = 'tolerant' | 'strict';

/**
 * The body of a success, checked by the shape that the model's schema has. Unknown fields stay (RES-11) and are reported as drift.
 *
 * @throws UnexpectedResponseError naming each place that is missing, of another type or, in `strict`, unknown.
 */
export function checkResponse<Name extends EndpointName>(name: Name, answer: Answer, call: Call): ResponseOf<Name> {
  const body = parseJson(answer, call);
  const { status } = answer;
  if (body === undefined) throw new UnexpectedResponseError(`${status}, but the body was empty`, { call, status });
  const shape = table[name].response;
  const refused: ErrorDetail[] = [];
  if (!walkerFor(shape)(body, driftTeller(name, call, refused))) refused.push(...problemsOf(shape, body));
  if (refused.length > 0) throw notAsPromised(refused, call, status);
  // The walker has just said so.
  return body as ResponseOf<Name>;
}

/** Passes drift on, and notes what `strict` refuses; `undefined` where nobody wants to know. */
function driftTeller(name: EndpointName, { core }: Call, refused: ErrorDetail[]): Found | undefined {
  const strict = core.validation === 'strict';
  if (!strict && !core.hooks.wantsDrift) return undefined;
  return (finding) => {
    core.drift.add(name, finding);
    if (strict && finding.kind === 'unknown-value') {
      refused.push({ field: finding.path, message: 'has a value outside its enumeration' });
    }
  };
}

/** At most so many places are named: a wrong page is wrong a hundred times. */
const mostNamed = 5;

function notAsPromised(details: ErrorDetail[], call: Call, status: number): UnexpectedResponseError {
  const named = details.slice(0, mostNamed).map(({ field, message }) => `${field || 'the body'} ${message}`);
  const more = details.length - named.length;
  const list = named.join('; ') + (more > 0 ? `; and ${more} more` : '');
  return new UnexpectedResponseError(`${status}, but the body was not as promised: ${list}`, { call, status, details });
}
