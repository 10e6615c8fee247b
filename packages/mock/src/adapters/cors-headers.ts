import { endpoints } from '@issue-tracking/model';

/** Methods that a page of another origin may send to the API. */
const apiMethods = [...new Set(Object.values(endpoints).map(({ method }) => method))];

/** Response headers that a page of another origin may read. */
const exposedHeaders = 'Retry-After, Date, Allow, WWW-Authenticate';

/** Returns a header's value by its lower-case name. */
type HeaderOf = (name: string) => string | null | undefined;

/** Whether a request is a CORS preflight. */
export function isPreflight(method: string, header: HeaderOf): boolean {
  return method === 'OPTIONS' && (header('access-control-request-method') ?? null) !== null;
}

/**
 * Returns headers that let the requesting page read the whole response; none for a request without an origin.
 *
 * @param credentials Whether the page may send its requests with `credentials: 'include'`, as axios does with `withCredentials`.
 */
export function sharingHeaders(header: HeaderOf, credentials = true): Record<string, string> {
  const origin = header('origin') ?? null;
  if (origin === null) return {};
  return {
    'access-control-allow-origin': origin,
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
    'access-control-expose-headers': exposedHeaders,
    vary: 'Origin',
  };
}

/** Returns the headers of a preflight response. They permit the methods of the API, with any request headers. */
export function preflightHeaders(header: HeaderOf, credentials = true): Record<string, string> {
  return {
    ...sharingHeaders(header, credentials),
    'access-control-allow-methods': apiMethods.join(', '),
    'access-control-allow-headers': header('access-control-request-headers') ?? '',
  };
}
