import type { Endpoint } from '../../state/api.ts';

/** What stands in the form's fields, by their names. */
export type Values = Readonly<Record<string, string>>;

/** The request that a form stands for: empty fields are left out, apart from those of the path. */
export function requestOf(endpoint: Endpoint, values: Values): { method: string; path: string; body?: unknown } {
  const query = new URLSearchParams();
  for (const { name, in: place } of endpoint.parameters) {
    if (place === 'query' && values[name]) query.set(name, values[name]);
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = query.toString();
  const request = { method: endpoint.method, path: search ? `${path}?${search}` : path };
  if (!endpoint.body) return request;
  const members = Object.entries(endpoint.body.properties ?? {})
    .filter(([name]) => values[name])
    .map(([name, { type }]) => [name, type === 'string' ? values[name] : jsonOf(values[name] ?? '', type)]);
  return { ...request, body: Object.fromEntries(members) };
}

/** A number for a number; anything that is none is sent as it stands. */
function jsonOf(text: string, type: string | undefined): unknown {
  if (type === undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
