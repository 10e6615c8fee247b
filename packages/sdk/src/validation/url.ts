import type { Endpoint } from '@issue-tracking/model';

const partsByPath = new Map<string, readonly string[]>();

/** An endpoint's path with its parameters filled in, each as one encoded segment. They have been checked. */
export function fillPath(path: Endpoint['path'], params: Record<string, string>): string {
  let parts = partsByPath.get(path);
  if (!parts) {
    parts = path.split(/[{}]/);
    partsByPath.set(path, parts);
  }
  let filled = '';
  // Literal parts and names of parameters take turns.
  for (const [i, part] of parts.entries()) filled += i % 2 === 0 ? part : encodeURIComponent(params[part] ?? '');
  return filled;
}

/** A query with its leading `?`, or nothing. */
export function queryString(query: Record<string, string>): string {
  let text = '';
  for (const name in query)
    text += `${text ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`;
  return text;
}
