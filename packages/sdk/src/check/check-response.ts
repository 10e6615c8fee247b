import { type EndpointName, type ErrorDetail, endpoints, type ResponseOf, type Schema } from '@issue-tracking/model';
import type { Call } from '../call/call.ts';
import type { Answer } from '../call/outcome.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { problemsOf } from './checker.ts';
import { driftFinderFor } from './drift-finder.ts';
import { parseJson } from './parse-json.ts';

/** How strictly answers are taken: `strict` also refuses values outside the enumerations of version 1. */
export type Validation = 'tolerant' | 'strict';

/**
 * The body of a success, checked by the model's schema. Unknown fields stay (RES-11) and are reported as drift.
 *
 * @throws UnexpectedResponseError naming each place that is missing, of another type or, in `strict`, unknown.
 */
export function checkResponse<Name extends EndpointName>(name: Name, answer: Answer, call: Call): ResponseOf<Name> {
  const body = parseJson(answer, call);
  const { status } = answer;
  if (body === undefined) throw new UnexpectedResponseError(`${status}, but the body was empty`, { call, status });
  const schema: Schema = endpoints[name].response;
  const problems = problemsOf(schema, body);
  if (problems.length === 0) problems.push(...driftIn(schema, body, name, call));
  if (problems.length > 0) throw notAsPromised(problems, call, status);
  // The schema has just said so.
  return body as ResponseOf<Name>;
}

/** Reports drift; what it returns is what `strict` refuses. */
function driftIn(schema: Schema, body: unknown, name: EndpointName, { core }: Call): ErrorDetail[] {
  const strict = core.validation === 'strict';
  if (!strict && !core.hooks.wantsDrift) return [];
  const refused: ErrorDetail[] = [];
  driftFinderFor(schema)(body, (finding) => {
    core.drift.add(name, finding);
    if (strict && finding.kind === 'unknown-value') {
      refused.push({ field: finding.path, message: 'has a value outside its enumeration' });
    }
  });
  return refused;
}

/** At most so many places are named: a wrong page is wrong a hundred times. */
const mostNamed = 5;

function notAsPromised(details: ErrorDetail[], call: Call, status: number): UnexpectedResponseError {
  const named = details.slice(0, mostNamed).map(({ field, message }) => `${field || 'the body'} ${message}`);
  const more = details.length - named.length;
  const list = named.join('; ') + (more > 0 ? `; and ${more} more` : '');
  return new UnexpectedResponseError(`${status}, but the body was not as promised: ${list}`, { call, status, details });
}
