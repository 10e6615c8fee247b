import {
  type Endpoint,
  type EndpointName,
  type ErrorDetail,
  endpoints,
  type Page,
  type ResponseOf,
} from '@issue-tracking/model';
import { UnexpectedResponseError } from '../errors/client-errors.ts';
import { inWords } from '../errors/error-details.ts';
import type { CallContext } from '../errors/issue-tracking-error.ts';
import { isCount } from '../platform/values.ts';
import { detailsOf, isObject } from './differences.ts';
import { type OnDrift, reportDrift } from './report-drift.ts';

/** Body of a response: its JSON (GEN-2), or why it has none. */
export type ResponseBody =
  | { readonly json: unknown; readonly problem?: undefined }
  | {
      readonly json?: undefined;
      /** `cut off`: the text begins as an object or a list, but doesn't parse. */
      readonly problem: 'empty' | 'too large' | 'HTML' | 'XML' | 'cut off' | 'not JSON';
    };

/** Returns the members of a body; none if the body is no object. */
export function membersOf({ json }: ResponseBody): Readonly<Record<string, unknown>> {
  return isObject(json) ? json : {};
}

/** Parses the text of a body; `undefined` stands for a body that was too large to read. */
export function readJson(text: string | undefined): ResponseBody {
  if (text === undefined) return { problem: 'too large' };
  // enforces GEN-2
  try {
    return { json: JSON.parse(text) };
  } catch {
    // Not the platform's error: its message would quote the body.
    return { problem: formOf(text) };
  }
}

/** A tag of HTML. XHTML begins as XML does. */
const pageTag = /<(!doctype html|html|head|body|title|h1|center|p)\b/i;
const searchedForPage = 1_000;

function formOf(text: string) {
  switch (text.trimStart()[0]) {
    case undefined:
      return 'empty';
    case '<':
      // The response came from a portal, a proxy or another site.
      return pageTag.test(text.slice(0, searchedForPage)) ? 'HTML' : 'XML';
    case '{':
    case '[':
      return 'cut off';
    default:
      return 'not JSON';
  }
}

/** A successful response and its call. */
export interface Success {
  readonly call: CallContext;
  readonly response: { readonly status: number; readonly body: ResponseBody };
}

const problems = {
  empty: 'the body was empty',
  'too large': 'the body was larger than the 4 MiB that the client reads. Ask for less, with limit or level',
  HTML: 'the body was not JSON: it is HTML, perhaps a login page. Check baseUrl',
  XML: 'the body was not JSON: it is XML. Check baseUrl',
  'cut off': 'the body was not JSON',
  'not JSON': 'the body was not JSON',
};

/**
 * Returns the JSON of a success, whatever its form; `undefined` for an empty body.
 *
 * @throws UnexpectedResponseError for any other body.
 */
export function readAny(success: Success): unknown {
  const { json, problem } = success.response.body;
  return problem === undefined || problem === 'empty' ? json : reject(success, problems[problem]);
}

/** Rules of one method for the response of its endpoint. */
export interface ResponseRules {
  /** A body with more items than this is rejected unread. */
  readonly mostItems?: number | undefined;
  /** Number of the issue that the response must be about: a cache or proxy may mix issues up. */
  readonly issueNumber?: number | undefined;
}

/**
 * Returns the body of a success unchanged, except that list entries that are no objects are dropped. A difference
 * from version 1 is drift (VER-2, RES-11), unless the client cannot work without the differing part. Without
 * `onDrift`, only that part is checked.
 *
 * @throws UnexpectedResponseError if the body lacks what the client needs.
 */
export function readResponse<Name extends EndpointName>(
  name: Name,
  success: Success,
  { mostItems = Number.POSITIVE_INFINITY, issueNumber }: ResponseRules,
  onDrift?: OnDrift,
): ResponseOf<Name> {
  const { json, problem } = success.response.body;
  const { response, needs }: Endpoint = endpoints[name];
  if (problem !== undefined && (response || problem !== 'empty')) return reject(success, problems[problem]);
  if (!response) {
    if (json !== undefined) onDrift?.({ kind: 'unknown-field', path: '' });
    // The type of a success without a body is `undefined`.
    return undefined as unknown as ResponseOf<Name>;
  }
  if (isObject(json) && Array.isArray(json['data']) && json['data'].length > mostItems) {
    const count = json['data'].length;
    return reject(success, `the body has ${count} items, more than ten times as many as were asked for`);
  }
  // enforces GEN-5, RES-11, VER-2
  const found = detailsOf(needs, json);
  if (onDrift && found.length === 0) reportDrift(response, json, onDrift);
  if (found.length === 0 && issueNumber !== undefined) found.push(...otherIssue(json, Number(issueNumber)));
  if (found.length > 0) return refuseParts(success, found);
  // Only the fields that the client needs were checked. For all others, the type is what version 1 promises.
  return onlyObjects(json) as ResponseOf<Name>;
}

function reject({ call, response: { status } }: Success, problem: string, details: readonly ErrorDetail[] = []): never {
  throw new UnexpectedResponseError(`${status}, but ${problem}`, { call, status, details });
}

/** @throws UnexpectedResponseError if `total` or `totalPages` of a page is no count. */
export function requireCounts(success: Success, { total, totalPages }: Page<unknown>): void {
  const details = Object.entries({ total, totalPages })
    .filter(([, count]) => !isCount(count))
    .map(([field]) => ({ field, message: 'must be a whole number from 0' }));
  if (details.length > 0) refuseParts(success, details);
}

function refuseParts(success: Success, details: readonly ErrorDetail[]): never {
  return reject(success, `the body was not as promised: ${inWords(details)}`, details);
}

function otherIssue(json: unknown, meant: number): ErrorDetail[] {
  const { issueNumber } = (json as { data: { issueNumber: number } }).data;
  if (issueNumber === meant) return [];
  return [{ field: 'data.issueNumber', message: `must be ${meant}, the issue of this call` }];
}

/** Drops list entries that are no objects, so that a caller can read the members of each. */
function onlyObjects(json: unknown): unknown {
  if (!isObject(json) || !Array.isArray(json['data']) || json['data'].every(isObject)) return json;
  return { ...json, data: json['data'].filter(isObject) };
}
