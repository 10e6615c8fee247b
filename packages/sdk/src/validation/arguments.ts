import {
  type Endpoint,
  type EndpointName,
  type ErrorDetail,
  endpoints,
  fillPath,
  nearestName,
  type ObjectSchema,
} from '@issue-tracking/model';
import type * as z from 'zod/mini';
import { isObject, problemsOf } from './compare.ts';

/** What to send. */
export interface ApiRequest {
  readonly method: string;
  /** Under the base URL, encoded, without query. */
  readonly path: string;
  /** The path with its query. */
  readonly target: string;
  /** JSON text. */
  readonly body?: string | undefined;
  readonly endpoint?: EndpointName | undefined;
}

/** The arguments of a call, as the caller gave them. */
export interface Arguments {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: object | undefined;
  readonly body?: object;
}

/** What a method asks of its arguments beside the row of its operation. */
export interface RequestRules {
  /** A body that a client may send, where a service takes more than that. */
  readonly body?: z.core.$ZodType;
}

/** What is sent for these arguments; whatever is wrong with them goes to `details`, and then nothing may be sent. */
export function requestFor(
  name: EndpointName,
  args: Arguments,
  details: ErrorDetail[],
  rules: RequestRules = {},
): ApiRequest {
  const endpoint: Endpoint = endpoints[name];
  const { method, path: template } = endpoint;
  const params = wireStrings('params', args.params, details, endpoint.params);
  const query = wireStrings('query', args.query, details, endpoint.query);
  if (details.length === 0) details.push(...problems(endpoint.params, params), ...problems(endpoint.query, query));
  if (endpoint.body) {
    for (const { field, message } of problems(rules.body ?? endpoint.body, args.body)) {
      details.push({ field: field || 'body', message });
    }
  }
  if (details.length > 0) return { method, path: template, target: template };
  const path = fillPath(template, params);
  const body = endpoint.body ? JSON.stringify(args.body) : undefined;
  return { method, path, target: path + queryString(query), body, endpoint: name };
}

/**
 * Members as a path or query carries them, absent ones left out; what can't be text goes to `details`. So does what the
 * schema doesn't know: it lets unknown parameters pass, as a service does, but a caller who misspells one must hear of it.
 */
export function wireStrings(
  field: string,
  members: unknown = {},
  details: ErrorDetail[],
  schema?: ObjectSchema,
): Record<string, string> {
  const strings: Record<string, string> = {};
  // `Object.entries` of a `Map` or a `URLSearchParams` is empty, which would drop a filter silently.
  if (!isObject(members) || Symbol.iterator in members) details.push({ field, message: 'must be a plain object' });
  for (const [name, value] of Object.entries(members ?? {})) {
    if (value === undefined) continue;
    if (schema && name !== '__proto__' && !Object.hasOwn(schema.shape, name)) {
      details.push({ field: name, message: unknownMember(name, Object.keys(schema.shape)) });
      continue;
    }
    if (Array.isArray(value)) {
      const rule = schema && problems(schema, { ...strings, [name]: '' }).find((problem) => problem.field === name);
      details.push({ field: name, message: `takes one value, not a list${rule ? `: it ${rule.message}` : ''}` });
      continue;
    }
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
    // Assigned to `__proto__`, a value would change what `strings` is. An object without a prototype would not mind,
    // but costs every call more than this comparison.
    if (text === undefined || !(name + text).isWellFormed() || name === '__proto__') {
      details.push({ field: name, message: 'must be a string, number or boolean in well-formed Unicode' });
    } else {
      strings[name] = text;
    }
  }
  return strings;
}

function unknownMember(name: string, known: readonly string[]): string {
  if (callOptionNames.includes(name)) return 'is an option of the call: give it in the last argument';
  const meant = nearestName(name, known);
  return `is not a known member: ${meant ? `did you mean ${meant}?` : `known are ${known.join(', ')}`}`;
}

/** What every call takes as its last argument. */
export const callOptionNames: readonly string[] = ['signal', 'timeout', 'deadline', 'retry', 'headers', 'priority'];

/** A query with its leading `?`, or nothing. Written here because `URLSearchParams` would turn blanks into `+`. */
export function queryString(query: Record<string, string>): string {
  let text = '';
  for (const name in query)
    text += `${text ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`;
  return text;
}

function problems(schema: z.core.$ZodType, value: unknown): ErrorDetail[] {
  return problemsOf(schema, value, { strict: true });
}
