import { apiRoot } from '@issue-tracking/model';
import { serverSide } from '#server-side';

/** Returns why a value is no base URL, and how to mend it. Never quotes a user name or password. */
export function baseUrlProblem(value: unknown): string | undefined {
  if (value == null) return `is missing: pass it${serverSide ? serverSide.orSetVariable('baseUrl') : ''}`;
  if (!URL.canParse(String(value))) return 'must be an absolute URL such as https://issues.example';
  const { protocol, username, password, search, hash } = new URL(String(value));
  if (!/^https?:$/.test(protocol)) return 'must begin with https:// or http://';
  // enforces GEN-1
  const path = withoutSlashes(value);
  const plain = path.endsWith(apiRoot) ? path.slice(0, -apiRoot.length) : path;
  if (plain === path && !(username || password || search || hash)) return undefined;
  return `must have no user name, password, query, fragment or ${apiRoot}: write ${plain}`;
}

/** Returns an absolute URL without trailing slashes, query and fragment. */
export function withoutSlashes(url: unknown): string {
  const { origin, pathname } = new URL(String(url));
  return origin + pathname.replace(/\/+$/, '');
}
