import { apiRoot } from '@issue-tracking/model';

/** What is wrong with a path of `client.request`; `undefined` when nothing is. */
export function pathProblem(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith(`${apiRoot}/`)) return `must begin with ${apiRoot}/`;
  if (/[?#]/.test(path)) return 'must not have a query or fragment: use the query option';
  // Controls and backslashes too: the URL parser drops the former and reads the latter as slashes.
  if (!/^[\x21-\x7e]+$/.test(path) || path.includes('\\'))
    return 'must be encoded: use encodeURIComponent on each segment';
  if (path.includes('//')) return 'must not have an empty segment';
  if (/%(?![\da-f]{2})/i.test(path)) return 'must not have a broken percent-escape';
  const climbs = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  return climbs ? 'must not have dot segments' : undefined;
}
