import { apiRoot, type ErrorDetail } from '@issue-tracking/model';

/**
 * Returns the base URL without trailing slash. Adds each problem and its fix to `details`, and never quotes a user name or
 * password.
 */
export function checkedBaseUrl(value: unknown, details: ErrorDetail[]): string {
  const report = (message: string) => {
    details.push({ field: 'baseUrl', message });
    return '';
  };
  if (value === undefined) return report('is missing: pass it or set ISSUE_TRACKING_BASE_URL');
  if (!URL.canParse(String(value))) return report('must be an absolute URL such as https://issues.example');
  const { protocol, origin, pathname, username, password, search, hash } = new URL(String(value));
  if (!/^https?:$/.test(protocol)) return report('must begin with https:// or http://');
  // enforces GEN-1
  const path = pathname.replace(/\/+$/, '');
  const plain = origin + (path.endsWith(apiRoot) ? path.slice(0, -apiRoot.length) : path);
  if (plain === origin + path && !(username || password || search || hash)) return plain;
  return report(`must have no user name, password, query, fragment or ${apiRoot}: write ${plain}`);
}
