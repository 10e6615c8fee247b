import type { Endpoint } from '@issue-tracking/model';

/** An endpoint's path with its parameters filled in, each as one encoded segment. They have been checked. */
export function fillPath(path: Endpoint['path'], params: Record<string, string>): string {
  // Literal parts and names of parameters take turns.
  const parts = path.split(/[{}]/);
  for (let i = 1; i < parts.length; i += 2) parts[i] = encodeURIComponent(params[parts[i] ?? ''] ?? '');
  return parts.join('');
}

/** A query with its leading `?`, or nothing. */
export function queryString(query: Record<string, string>): string {
  let text = '';
  for (const name in query)
    text += `${text ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`;
  return text;
}
