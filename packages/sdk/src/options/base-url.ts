import { apiRoot, type ErrorDetail } from '@issue-tracking/model';

const field = 'baseUrl';

/**
 * The base URL without trailing slash. Whatever is wrong with it goes to `details`, with what to write instead; a user
 * name or password in it is never quoted.
 */
export function checkedBaseUrl(value: unknown, details: ErrorDetail[]): string {
  const refuse = (message: string) => {
    details.push({ field, message });
    return '';
  };
  if (value === undefined) return refuse('is missing: give it, or set ISSUE_TRACKING_BASE_URL');
  if (typeof value !== 'string' && !(value instanceof URL)) return refuse('must be a string or a URL');
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return refuse('must be an absolute URL such as https://issues.example');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('must begin with https:// or http://');
  // enforces GEN-1
  const path = url.pathname.replace(/\/+$/, '');
  const plain = `${url.origin}${path}`;
  if (url.username || url.password) return refuse(`must not hold a user name or password: write ${plain}`);
  if (url.search || url.hash) return refuse(`must not have a query or fragment: write ${plain}`);
  if (path.endsWith(apiRoot))
    return refuse(`must not end in ${apiRoot}, which the client adds: write ${plain.slice(0, -apiRoot.length)}`);
  return plain;
}
