import { type Endpoint, endpoints, type PathSegment, parsePath } from '@issue-tracking/model';

const templates = Object.values<Endpoint>(endpoints).map(({ method, path }) => ({
  text: `${method} ${path}`,
  segments: parsePath(path),
}));

/** Maximum segments to compare, more than any endpoint has. */
const compared = 12;

/** Returns the endpoint with the most similar path: `GET /api/v1/projects`. */
export function nearestEndpoint(path: string): string {
  const segments = path.split('/', compared);
  let nearest = { text: '', cost: Number.POSITIVE_INFINITY };
  for (const template of templates) {
    const cost = editCost(segments, template.segments);
    if (cost < nearest.cost) nearest = { text: template.text, cost };
  }
  return nearest.text;
}

/** Less than `extra`, because leaving out a segment is the more common mistake. */
const missing = 0.9;
const extra = 1;

/** Returns the distance of two paths: a misspelt segment costs less than a missing or an additional one. */
function editCost(segments: readonly string[], template: readonly PathSegment[]): number {
  let row = template.map((_, column) => (column + 1) * missing);
  for (const [index, segment] of segments.entries()) {
    let left = (index + 1) * extra;
    let diagonal = index * extra;
    row = row.map((up, column) => {
      left = Math.min(up + extra, left + missing, diagonal + difference(segment, template[column]));
      diagonal = up;
      return left;
    });
  }
  return row.at(-1) ?? 0;
}

/** Returns 0 for the same segment, almost 0 for a parameter or another letter case, otherwise up to 1 by the common prefix. */
function difference(segment: string, { literal }: PathSegment = { literal: '' }): number {
  if (segment === literal) return 0;
  if (segment === '') return 1;
  if (literal === undefined) return 0.05;
  const [a, b] = [segment.toLowerCase(), literal.toLowerCase()];
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return 0.01 + 0.99 * (1 - shared / Math.max(a.length, b.length));
}
