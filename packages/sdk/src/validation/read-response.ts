import { type EndpointName, type ErrorDetail, endpoints, type ResponseOf } from '@issue-tracking/model';
import { fits } from '#runtime';
import { inWords } from '../errors/details.ts';
import { type Comparison, isObject, problemsOf } from './compare.ts';
import type { ResponseBody } from './response-body.ts';

/** The body of a success, or what is wrong with it, as the end of a sentence that says so. */
export type Read<Body> =
  | { readonly body: Body; readonly problem?: undefined }
  | { readonly problem: string; readonly details?: readonly ErrorDetail[] };

const problems = {
  empty: 'the body was empty',
  'too large': 'the body was larger than the client reads',
  HTML: 'the body was not JSON: it is HTML, perhaps a login page. Check baseUrl',
  'cut off': 'the body was not JSON',
  'not JSON': 'the body was not JSON',
};

/** The JSON of a success of any form. */
export function readAny({ json, problem }: ResponseBody): Read<unknown> {
  return problem === undefined || problem === 'empty' ? { body: json } : { problem: problems[problem] };
}

/** How the response of an operation is read. */
export interface Reading<Body> extends Comparison {
  /** More items than this are not looked at. */
  readonly mostItems?: number | undefined;
  /** What is wrong with a body of the promised form. */
  readonly check?: ((body: Body) => ErrorDetail | undefined) | undefined;
}

/**
 * The body of a success, checked against the model's schema and passed on as it came. What differs from version 1 is
 * drift where a client can work with it (VER-2, RES-11), and a problem where it can't, or with `strict`; unknown fields
 * never are one.
 */
export function readResponse<Name extends EndpointName>(
  name: Name,
  { json, problem }: ResponseBody,
  { mostItems = Number.POSITIVE_INFINITY, check, ...comparison }: Reading<ResponseOf<Name>>,
): Read<ResponseOf<Name>> {
  if (problem !== undefined) return { problem: problems[problem] };
  if (isObject(json) && Array.isArray(json['data']) && json['data'].length > mostItems) {
    return { problem: `the body has ${json['data'].length} items, more than ten times as many as were asked for` };
  }
  // enforces GEN-5, RES-11, VER-2
  const mustCompare = comparison.strict || comparison.onDrift || !isAsPromised(name)(json);
  const found = mustCompare ? problemsOf(endpoints[name].response, json, comparison) : [];
  if (found.length > 0) return notAsPromised(found);
  // It has just been checked.
  const body = json as ResponseOf<Name>;
  const wrong = check?.(body);
  return wrong ? notAsPromised([wrong]) : { body };
}

function notAsPromised(details: readonly ErrorDetail[]): Read<never> {
  return { problem: `the body was not as promised: ${inWords(details)}`, details };
}

const checks = new Map<EndpointName, (value: unknown) => boolean>();

/** A quick look at a response of an operation, made when it is first asked for: no program calls all operations. */
function isAsPromised(name: EndpointName): (value: unknown) => boolean {
  let check = checks.get(name);
  if (!check) {
    check = fits(endpoints[name].response);
    checks.set(name, check);
  }
  return check;
}
