import { endpoints } from '@issue-tracking/model';

const methods = [...new Set(Object.values(endpoints).map(({ method }) => method))].join(', ');

/** What a page of another origin may read of an answer besides its body. */
const exposed = 'retry-after, date, allow, www-authenticate';

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
    'access-control-allow-methods': methods,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
  };
}

/** Lets the page that asked read the whole answer; Playwright itself would hide `Retry-After` from it. */
export function sharingHeaders({ origin }: Headers): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary: 'Origin' };
}
