import {
  type Endpoint,
  type EndpointName,
  type ErrorDetail,
  endpoints,
  fillPath,
  inputs,
  type ObjectSchema,
} from '@issue-tracking/model';
import { checkNames, withValue } from './argument-checks.ts';
import { detailsOf, isObject } from './differences.ts';

/** A request to send. */
export interface ApiRequest {
  readonly method: string;
  /** Path below the base URL, encoded, without query. */
  readonly path: string;
  /** The path with its query. */
  readonly target: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** Whether the request has a content type even without a body. */
  readonly isJson?: boolean;
  readonly endpoint?: EndpointName | undefined;
}

/** Unchecked arguments of a call. */
export interface Arguments {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: object | undefined;
  readonly body?: object;
}

/**
 * Returns the request for these arguments. Adds each wrong argument to `details`; then the caller must not send the
 * request. Leave `details` out for arguments that were checked before.
 */
export function requestFor(name: EndpointName, args: Arguments, details: ErrorDetail[] = []): ApiRequest {
  const endpoint: Endpoint = endpoints[name];
  const { method, path: template } = endpoint;
  const params = wireStrings('params', args.params, details, endpoint.params);
  const query = wireStrings('query', args.query, details, endpoint.query);
  const members = endpoint.body?.shape ?? {};
  const hasBody = isObject(args.body);
  if (hasBody) checkNames(args.body, Object.keys(members), details);
  else if (endpoint.body) details.push({ field: 'body', message: withValue('must be an object', args.body) });
  const problems = problemsOf(name, { ...params, ...query, ...args.body }, args, details);
  // A body that is no object has no members that could be wrong.
  details.push(...problems.filter(({ field }) => hasBody || !(field in members)));
  const path = fillPath(template, withoutWrong(params, details));
  if (details.length > 0) return { method, path, target: path, endpoint: name };
  const body = endpoint.body ? JSON.stringify(args.body) : undefined;
  return { method, path, target: path + queryString(query), body, endpoint: name };
}

/** The error of a wrong argument names the others: a wrong parameter leaves its placeholder in the path. */
function withoutWrong(params: Record<string, string>, wrong: readonly ErrorDetail[]): Record<string, string> {
  if (wrong.length === 0) return params;
  return Object.fromEntries(Object.entries(params).filter(([name]) => wrong.every(({ field }) => field !== name)));
}

/** Returns what else is wrong with the input of an endpoint, with what the caller passed. */
function problemsOf(
  name: EndpointName,
  input: object,
  { params, query, body }: Arguments,
  known: readonly ErrorDetail[],
): ErrorDetail[] {
  const problems = detailsOf(inputs[name], input);
  if (problems.length === 0) return problems;
  const passed: Readonly<Record<string, unknown>> = { ...params, ...query, ...body };
  const knownFields = new Set(known.map(({ field }) => field));
  return problems.flatMap(({ field, message }) => {
    // A rule for several members has no field. It says nothing if one of them is wrong.
    if (!field) return knownFields.size > 0 ? [] : { field: body ? 'body' : 'query', message };
    if (knownFields.has(field)) return [];
    return { field, message: message.startsWith('must') ? withValue(message, passed[field]) : message };
  });
}

/**
 * Returns members as strings for a path or query, without absent members. Adds to `details` each value that can't be
 * a string and each member that the schema doesn't name. The schema allows such members, as a service does, but in a
 * call they are probably misspelt.
 */
export function wireStrings(
  field: string,
  members: unknown = {},
  details: ErrorDetail[],
  schema?: ObjectSchema,
): Record<string, string> {
  const strings: Record<string, string> = {};
  // `Object.entries` of a `Map` or a `URLSearchParams` is empty, which would drop a filter silently.
  if (!isObject(members) || Symbol.iterator in members) {
    details.push({ field, message: withValue('must be a plain object', members) });
    return strings;
  }
  if (schema) checkNames(members, Object.keys(schema.shape), details);
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || (schema && !(name in schema.shape))) continue;
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
    // Assigning `__proto__` would replace the prototype of `strings`. An object without a prototype costs every call more
    // than this comparison.
    if (text === undefined || !(name + text).isWellFormed() || name === '__proto__') {
      details.push({
        field: name,
        message: withValue('must be one string, number or boolean, in well-formed Unicode', value),
      });
    } else {
      strings[name] = text;
    }
  }
  return strings;
}

/** Returns a query with its leading `?`, or an empty text. `URLSearchParams` would encode blanks as `+`. */
export function queryString(query: Record<string, string>): string {
  let text = '';
  for (const name in query)
    text += `${text ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`;
  return text;
}
