import { type Endpoint, endpoints } from '@issue-tracking/model';

const templates = Object.values<Endpoint>(endpoints).map(({ method, path }) => ({
  text: `${method} ${path}`,
  segments: path.split('/'),
}));

/** Paths longer than any of ours by far are compared by their beginning. */
const compared = 12;

/** The endpoint whose path is most like one that the API doesn't have: `GET /api/v1/projects`. */
export function nearestEndpoint(path: string): string {
  const segments = path.split('/', compared);
  let nearest = { text: '', cost: Number.POSITIVE_INFINITY };
  for (const template of templates) {
    const cost = editCost(segments, template.segments);
    if (cost < nearest.cost) nearest = { text: template.text, cost };
  }
  return nearest.text;
}

/** What it takes to turn one path into the other: 1 for a segment too many or too few, less for one that is misspelt. */
function editCost(segments: readonly string[], template: readonly string[]): number {
  let row = template.map((_, column) => column + 1);
  for (const [index, segment] of segments.entries()) {
    let left = index + 1;
    let diagonal = index;
    row = row.map((up, column) => {
      left = Math.min(up + 1, left + 1, diagonal + difference(segment, template[column] ?? ''));
      diagonal = up;
      return left;
    });
  }
  return row.at(-1) ?? 0;
}

/** 0 for the same segment, near 0 for another letter case, up to 1 the fewer letters they share at the beginning. */
function difference(segment: string, template: string): number {
  if (segment === template) return 0;
  if (segment === '') return 1;
  if (template.startsWith('{')) return 0.05;
  const [a, b] = [segment.toLowerCase(), template.toLowerCase()];
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return 0.01 + 0.99 * (1 - shared / Math.max(a.length, b.length));
}
