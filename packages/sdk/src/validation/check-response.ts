import type { EndpointName, ErrorDetail, ResponseOf } from '@issue-tracking/model';
import type { Call } from '../call/call.ts';
import type { Answer } from '../call/outcome.ts';
import { problemsOf } from '../check/problems.ts';
import { looksRight } from '../check/quick-check.ts';
import type { Finding } from '../check/walker.ts';
import { inWords } from '../errors/details.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { table } from '../table/table.ts';
import { parseJson } from './parse-json.ts';

/** How strictly answers are taken: `strict` also refuses values outside the enumerations of version 1. */
export type Validation = 'tolerant' | 'strict';

/**
 * The body of a success, checked by the shape of the model's schema. Unknown fields stay (RES-11) and are reported as
 * drift.
 *
 * @throws UnexpectedResponseError naming each place that is missing, of another type or, in `strict`, unknown.
 */
export function checkResponse<Name extends EndpointName>(name: Name, answer: Answer, call: Call): ResponseOf<Name> {
  const body = parseJson(answer, call);
  const { status } = answer;
  if (body === undefined) throw new UnexpectedResponseError(`${status}, but the body was empty`, { call, status });
  const shape = table[name].response;
  const unknown: ErrorDetail[] = [];
  const teller = driftTeller(name, call, unknown);
  const refused = looksRight(shape, body, teller ? 'known' : 'right')
    ? []
    : problemsOf(shape, body, teller).concat(unknown);
  if (refused.length > 0) {
    const problem = `${status}, but the body was not as promised: ${inWords(refused)}`;
    throw new UnexpectedResponseError(problem, { call, status, details: refused });
  }
  // Its shape has just been found right.
  return body as ResponseOf<Name>;
}

/** Passes drift on, and notes what `strict` refuses; `undefined` where nobody wants to know. */
function driftTeller(name: EndpointName, { core }: Call, refused: ErrorDetail[]) {
  const strict = core.validation === 'strict';
  if (!strict && !core.hooks.wantsDrift) return undefined;
  return (finding: Finding) => {
    core.drift.add(name, finding);
    if (strict && finding.kind === 'unknown-value') {
      refused.push({ field: finding.path, message: 'has a value outside its enumeration' });
    }
  };
}
