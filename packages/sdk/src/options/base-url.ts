import { apiRoot, type ErrorDetail } from '@issue-tracking/model';

const field = 'baseUrl';

/**
 * Returns the base URL without trailing slash. Adds each problem and its fix to `details`, and never quotes a user name or
 * password.
 */
export function checkedBaseUrl(value: unknown, details: ErrorDetail[]): string {
  const report = (message: string) => {
    details.push({ field, message });
    return '';
  };
  if (value === undefined) return report('is missing: pass it or set ISSUE_TRACKING_BASE_URL');
  if (typeof value !== 'string' && !(value instanceof URL)) return report('must be a string or a URL');
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return report('must be an absolute URL such as https://issues.example');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return report('must begin with https:// or http://');
  // enforces GEN-1
  const path = url.pathname.replace(/\/+$/, '');
  const plain = `${url.origin}${path}`;
  if (url.username || url.password) return report(`must not hold a user name or password: write ${plain}`);
  if (url.search || url.hash) return report(`must not have a query or fragment: write ${plain}`);
  if (path.endsWith(apiRoot))
    return report(`must not end in ${apiRoot}, which the client adds: write ${plain.slice(0, -apiRoot.length)}`);
  return plain;
}
