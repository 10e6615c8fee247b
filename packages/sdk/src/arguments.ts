import { type EndpointName, type ErrorDetail, settableStatuses } from '@issue-tracking/model';
import type { ApiRequest } from './call/call.ts';
import { problemsOf } from './check/problems.ts';
import type { ObjectShape } from './check/shape.ts';
import { table } from './table/table.ts';
import { fillPath, queryString } from './url.ts';

/** The arguments of a call, as the caller gave them. */
export interface Arguments {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: object | undefined;
  readonly body?: object;
}

/** What is sent for these arguments; whatever is wrong with them goes to `details`, and then nothing may be sent. */
export function requestFor(name: EndpointName, args: Arguments, baseUrl: string, details: ErrorDetail[]): ApiRequest {
  const endpoint = table[name];
  const params = wireStrings(args.params ?? {});
  details.push(...problemsOf(endpoint.params, params));
  const query = checkedQuery(endpoint.query, args.query, name, details);
  if (endpoint.body) checkBody(endpoint.body, args.body, name, details);
  const path = details.length === 0 ? fillPath(endpoint.path, params) : endpoint.path;
  return {
    method: endpoint.method,
    path,
    url: baseUrl + path + queryString(query),
    body: endpoint.body ? JSON.stringify(args.body) : undefined,
    endpoint: name,
  };
}

/** Members as the wire carries them: numbers as digits, absent ones left out. */
function wireStrings(members: object): Record<string, string> {
  // Without a prototype, `__proto__` is a name like any other.
  const strings: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) strings[name] = typeof value === 'number' ? String(value) : value;
  }
  return strings;
}

function checkedQuery(
  shape: ObjectShape,
  query: object | undefined,
  name: EndpointName,
  details: ErrorDetail[],
): Record<string, string> {
  if (query === undefined) return {};
  if (typeof query !== 'object' || query === null) {
    details.push({ field: 'query', message: 'must be an object' });
    return {};
  }
  const strings = wireStrings(query);
  for (const [member, value] of Object.entries(strings)) {
    // Sent on, it would silently filter nothing.
    if (!Object.hasOwn(shape.members, member)) {
      details.push({ field: member, message: `is nothing ${name} can be asked for` });
    } else if (typeof value === 'string' && !value.isWellFormed()) {
      details.push({ field: member, message: 'must be well-formed Unicode' });
    }
  }
  details.push(...problemsOf(shape, strings));
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
