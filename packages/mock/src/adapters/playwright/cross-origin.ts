import { apiMethods, exposedHeaders } from '../cross-origin.ts';

interface Headers {
  readonly [name: string]: string;
}

/** Whether a browser asks if it may send the request proper. Chromium doesn't let Playwright see it, Firefox does. */
export function isPreflight(method: string, headers: Headers): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Lets every page send every request. */
export function preflightHeaders(headers: Headers): Record<string, string> {
  return {
    ...sharingHeaders(headers),
    'access-control-allow-methods': apiMethods.join(', '),
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
  };
}

/** Lets the page that asked read the whole answer; Playwright itself would hide `Retry-After` from it. */
export function sharingHeaders({ origin }: Headers): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders, vary: 'Origin' };
}
