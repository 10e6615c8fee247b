import { type EndpointName, type ErrorDetail, endpoints, type ResponseOf } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { compile } from '#runtime';
import { inWords } from '../errors/details.ts';
import { type Comparison, isObject, problemsOf } from './compare.ts';

/** The body of a response: the JSON it holds (GEN-2), or why it holds none. */
export type ResponseBody =
  | { readonly json: unknown; readonly problem?: undefined }
  | {
      readonly json?: undefined;
      /** `cut off`: it begins as an object or a list, and isn't one. */
      readonly problem: 'empty' | 'too large' | 'HTML' | 'cut off' | 'not JSON';
    };

/** The members of a body that is an object; none of anything else. */
export function membersOf({ json }: ResponseBody): Readonly<Record<string, unknown>> {
  return isObject(json) ? json : {};
}

/** Reads the text of a body; `undefined` is one that was too large to be read. */
export function readJson(text: string | undefined): ResponseBody {
  if (text === undefined) return { problem: 'too large' };
  // enforces GEN-2
  try {
    return { json: JSON.parse(text) };
  } catch {
    // The platform's message would quote the body.
    return { problem: formOf(text) };
  }
}

function formOf(text: string) {
  switch (text.trimStart()[0]) {
    case undefined:
      return 'empty';
    case '<':
      // A portal, a proxy or another site has answered.
      return 'HTML';
    case '{':
    case '[':
      return 'cut off';
    default:
      return 'not JSON';
  }
}

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
  const mustCompare = comparison.strict || comparison.onDrift || !isAsPromised(name, json);
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

const compiled = new Map<EndpointName, z.core.$ZodType>();

/** A quick look at a response, by code that is made when an operation is first called: no program calls all of them. */
function isAsPromised(name: EndpointName, json: unknown): boolean {
  if (!compile) return false;
  const code = compiled.get(name) ?? compile(endpoints[name].response);
  compiled.set(name, code);
  return z.validate(code, json);
}
