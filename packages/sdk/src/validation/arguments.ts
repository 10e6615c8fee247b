import { type EndpointName, type ErrorDetail, settableStatuses } from '@issue-tracking/model';
import { problemsOf } from '../check/problems.ts';
import type { ObjectShape } from '../check/shape.ts';
import { table } from '../table/table.ts';
import { isObject } from './is-object.ts';
import { fillPath, queryString } from './url.ts';

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

/** What is sent for these arguments; whatever is wrong with them goes to `details`, and then nothing may be sent. */
export function requestFor(name: EndpointName, args: Arguments, details: ErrorDetail[]): ApiRequest {
  const { method, path: template, params: paramsShape, query: queryShape, body: bodyShape } = table[name];
  const params = wireStrings('params', args.params, details);
  const query = wireStrings('query', args.query, details);
  if (details.length === 0) details.push(...problemsOf(paramsShape, params), ...problemsOf(queryShape, query));
  if (bodyShape) checkBody(bodyShape, args.body, name, details);
  if (details.length > 0) return { method, path: template, target: template };
  const path = fillPath(template, params);
  const body = bodyShape ? JSON.stringify(args.body) : undefined;
  return { method, path, target: path + queryString(query), body, endpoint: name };
}

/** Members as a path or query carries them, absent ones left out; what can't be text goes to `details`. */
export function wireStrings(field: string, members: unknown = {}, details: ErrorDetail[]): Record<string, string> {
  const strings: Record<string, string> = {};
  // Of a `URLSearchParams` or a `Map` nothing would be seen, and a filter be lost.
  if (!isObject(members) || Symbol.iterator in members) details.push({ field, message: 'must be a plain object' });
  for (const [name, value] of Object.entries(members ?? {})) {
    if (value === undefined) continue;
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
    // As a name, `__proto__` would change what `strings` is; an object without a prototype costs every call more than
    // the check.
    if (text === undefined || !(name + text).isWellFormed() || name === '__proto__') {
      details.push({ field: name, message: 'must be a string, number or boolean in well-formed Unicode' });
    } else {
      strings[name] = text;
    }
  }
  return strings;
}

function checkBody(shape: ObjectShape, body: unknown, name: EndpointName, details: ErrorDetail[]): void {
  const problems = problemsOf(shape, body);
  details.push(...problems.map(({ field, message }) => ({ field: field || 'body', message })));
  if (name !== 'issues.update' || problems.length > 0) return;
  const { status } = body as { status?: string };
  if (status !== undefined && !settableStatuses.some((settable) => settable === status)) {
    const who =
      status === 'verified' ? 'takes a person in the dashboard (STA-5)' : 'comes with a published report (STA-6)';
    details.push({ field: 'status', message: `cannot be set to ${status} through the API: that ${who}` });
  }
}
