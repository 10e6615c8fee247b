import { type EndpointName, endpoints, nearestName, type ObjectSchema } from '@issue-tracking/model';

/** A query parameter or member of a body that an endpoint doesn't have, so that it had no effect. */
export interface Ignored {
  readonly in: 'query' | 'body';
  readonly name: string;
  /** The parameter or member that was probably meant. */
  readonly meant: string | undefined;
}

/** Returns what had no effect in a request that was not rejected for its input. */
export function ignoredIn(endpoint: EndpointName, search: string, body: unknown): Ignored[] {
  const { query, body: members } = endpoints[endpoint];
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return [
    ...unknownNames('query', query, new URLSearchParams(search).keys()),
    ...(members && isObject ? unknownNames('body', members, Object.keys(body)) : []),
  ];
}

function unknownNames(part: Ignored['in'], schema: ObjectSchema, names: Iterable<string>): Ignored[] {
  const known = Object.keys(schema.def.shape);
  return [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => ({ in: part, name, meant: nearestName(name, known) }));
}

const kinds = {
  query: { one: 'a query parameter', many: 'query parameters' },
  body: { one: 'a member of the body', many: 'members of the body' },
};

/** Says what had no effect in a part of a request; empty where all had. */
export function ignoredText(ignored: readonly Ignored[], part: Ignored['in']): string {
  const those = ignored.filter((each) => each.in === part);
  if (those.length === 0) return '';
  const what = those.length === 1 ? `is not ${kinds[part].one}` : `are not ${kinds[part].many}`;
  const meant = quoted([...new Set(those.flatMap((each) => each.meant ?? []))]);
  const advice = meant === '' ? '.' : `; did you mean ${meant}?`;
  return ` ${quoted(those.map(({ name }) => name))} ${what} of this endpoint and had no effect${advice}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
