import type { Endpoint } from './endpoint.ts';

/** One segment of a path: text, or the name of a parameter. */
export type PathSegment =
  | { readonly literal: string; readonly param?: undefined }
  | { readonly param: string; readonly literal?: undefined };

const parsed = new Map<string, readonly PathSegment[]>();

/**
 * Returns the segments of an endpoint's path, between its slashes. Each path is parsed once.
 *
 * @example
 * parsePath('/api/v1/projects/{projectId}'); // [{ literal: '' }, { literal: 'api' }, …, { param: 'projectId' }]
 */
export function parsePath(path: Endpoint['path']): readonly PathSegment[] {
  let segments = parsed.get(path);
  if (!segments) {
    segments = path.split('/').map((text) => (text.startsWith('{') ? { param: text.slice(1, -1) } : { literal: text }));
    parsed.set(path, segments);
  }
  return segments;
}

/**
 * Returns a path with each parameter in its place, encoded as one segment. One that is missing leaves its placeholder.
 *
 * @example
 * fillPath('/api/v1/projects/{projectId}/issues', { projectId: 'a/b' }); // '/api/v1/projects/a%2Fb/issues'
 */
export function fillPath(path: Endpoint['path'], params: Readonly<Record<string, string>>): string {
  let filled: string = path;
  for (const [name, value] of Object.entries(params))
    filled = filled.replace(`{${name}}`, () => encodeURIComponent(value));
  return filled;
}
