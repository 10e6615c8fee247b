import { apiRoot } from '@issue-tracking/model';

/** One or more segments of what a URL's path may hold, none of them empty, `.` or `..`, encoded or not. */
const segments = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)+$/i;

/** What is wrong with a path of `client.request`; `undefined` when nothing is. */
export function pathProblem(path: unknown): string | undefined {
  const fits = typeof path === 'string' && path.startsWith(`${apiRoot}/`) && segments.test(path);
  return fits ? undefined : `must be encoded segments below ${apiRoot}/, none of them empty or dots, without query`;
}
