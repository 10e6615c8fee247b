import { type EndpointName, endpoints, nearestName, type ObjectSchema } from '@issue-tracking/model';
import type { RequestWarning } from './request-entry.ts';

const parts = { query: 'a query parameter', body: 'a member of the body' };

/** Returns a warning for each query parameter and member of the body that an endpoint doesn't have. */
export function ignoredIn(endpoint: EndpointName, search: string, body: unknown): RequestWarning[] {
  const { query, body: members } = endpoints[endpoint];
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return [
    ...unknownNames('query', query, new URLSearchParams(search).keys()),
    ...(members && isObject ? unknownNames('body', members, Object.keys(body)) : []),
  ];
}

function unknownNames(part: keyof typeof parts, schema: ObjectSchema, names: Iterable<string>): RequestWarning[] {
  const known = Object.keys(schema.def.shape);
  return [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => ({ kind: 'ignored', field: `${part}.${name}`, text: textOf(part, name, nearestName(name, known)) }));
}

function textOf(part: keyof typeof parts, name: string, meant: string | undefined): string {
  const advice = meant === undefined ? '.' : `; did you mean "${meant}"?`;
  return `"${name}" is not ${parts[part]} of this endpoint and had no effect${advice}`;
}
