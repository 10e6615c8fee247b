import { endpoints } from '@issue-tracking/model';

/** Headers that a page of another origin may send to the API. */
const apiMethods = [...new Set(Object.values(endpoints).map(({ method }) => method))];

/** Response headers that such a page may read. */
const exposedHeaders = 'Retry-After, Date, Allow, WWW-Authenticate';

/** A header's value by its lower-case name. */
type HeaderOf = (name: string) => string | null | undefined;

/** Whether a browser asks if it may send the request proper. */
export function isPreflight(method: string, header: HeaderOf): boolean {
  return method === 'OPTIONS' && (header('access-control-request-method') ?? null) !== null;
}

/** Headers that let the page which sent a request read the whole response; none where no page sent it. */
export function sharingHeaders(header: HeaderOf): Record<string, string> {
  const origin = header('origin') ?? null;
  if (origin === null) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders, vary: 'Origin' };
}

/** Headers of the response to a preflight that lets the page send any request; `more` are methods that only a server has. */
export function preflightHeaders(header: HeaderOf, more: readonly string[] = []): Record<string, string> {
  return {
    ...sharingHeaders(header),
    'access-control-allow-methods': [...apiMethods, ...more].join(', '),
    'access-control-allow-headers': header('access-control-request-headers') ?? '',
  };
}
