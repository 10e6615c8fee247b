/** Makes each method of HTTP in the table of endpoints a badge, and the client's method beside it a link to its program in the playground. */
export function showEndpoints(prose: string): string {
  return prose.replace(
    /^\| `([\w.]+)` \| (GET|POST|PUT|PATCH|DELETE) /gm,
    '| [`$1`](/playground.md?program=$1 "Open in the playground") | <span class="method">$2</span> ',
  );
}
