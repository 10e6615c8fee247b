import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { endpoints } from '@issue-tracking/model';
import { isPreflight, preflightHeaders, sharingHeaders } from '../../adapters/cross-origin.ts';
import { writeJson } from '../../adapters/http/node-http.ts';
import type { ControlApi } from '../../control-api/control-api.ts';
import { hostOf, inUrl, isLoopback, isLoopbackOrigin, isWildcard } from '../../platform/http/addresses.ts';
import { HttpError } from '../../platform/http/http-error.ts';
import type { Readings } from '../../service/readings/readings.ts';

/** What handles a request, in this order. */
export interface RequestHandlers {
  checkHost(request: IncomingMessage): HttpError | null;
  /** True when it has answered. */
  share(request: IncomingMessage, response: ServerResponse): boolean;
  /** True when it has answered. */
  panel(request: IncomingMessage, response: ServerResponse): boolean;
  control: ControlApi;
  api(request: IncomingMessage, response: ServerResponse): void;
}

/** What belongs to the control API; everything else is the API's. */
const controlPath = /^\/__mock(?:[/?]|$)/;

/** Leads a request to the API or the control API, past what guards them. */
export function requestListener({ checkHost, share, panel, control, api }: RequestHandlers): RequestListener {
  return (request, response) => {
    request.url = ownTarget(request);
    const isControl = controlPath.test(request.url ?? '');
    const refused = checkHost(request) ?? checkTarget(request) ?? (isControl ? control.checkOrigin(request) : null);
    if (refused) writeJson(response, refused.status, { error: refused.error });
    else if (share(request, response) || panel(request, response)) return;
    else if (isControl) control.answer(request, response);
    else if (request.url === '/' && isRead(request.method)) greet(request, response);
    else api(request, response);
  };
}

function isRead(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Tells a program what there is, and shows a person the panel. */
function greet({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.accept?.includes('text/html'))
    response.writeHead(302, { location: '/__mock/ui/', vary: 'Accept', 'content-length': 0 }).end();
  else writeJson(response, 200, directions, { vary: 'Accept' });
}

const directions = {
  service: 'Issue Tracking Public API v1, mock',
  api: endpoints['projects.list'].path,
  control: '/__mock/',
  panel: '/__mock/ui/',
  openApi: '/__mock/openapi.json',
};

/** The target as a path. One of absolute form is of this server when it names the same host as the `Host` header (RFC 9112, 3.2.2). */
function ownTarget({ url = '', headers }: IncomingMessage): string {
  const [, host, path = ''] = /^http:\/\/([^/?#]+)(\/.*)?$/i.exec(url) ?? [];
  return host !== undefined && host.toLowerCase() === headers.host?.toLowerCase() ? path || '/' : url;
}

/** A target of absolute form that names another host (`http://evil.example/`) is for proxies: this is the server. */
function checkTarget({ url }: IncomingMessage): HttpError | null {
  return url?.startsWith('/') ? null : new HttpError(400, 'The request target must be a path that begins with /');
}

/**
 * Rejects requests whose `Host` is not a name of this server. A page elsewhere can have its own name resolve to this computer
 * (DNS rebinding); its requests carry that name.
 */
export function hostCheck(
  host: string,
  address: string,
  allowHosts: readonly string[],
): (request: IncomingMessage) => HttpError | null {
  const names = new Set([host, address, ...allowHosts].map((name) => hostOf(name) ?? inUrl(name.toLowerCase())));

  return (request) => {
    const name = hostOf(request.headers.host ?? '');
    if (name === null) return new HttpError(400, 'The Host header is missing or malformed');
    if (isLoopback(name) || names.has(name)) return null;
    // Bound to every address, the server accepts as its name the address the client connected to; no page can choose that.
    if (isWildcard(address) && name === inUrl(request.socket.localAddress ?? '')) return null;
    return new HttpError(403, `This mock does not go by the name ${name}: start it with --allow-host ${name}`);
  };
}

/** How long a browser may cache the answer to a preflight, in seconds. */
const preflightSeconds = '600';

/**
 * Decides which pages may read answers: those of the given origins (`*` for all) and those that the reading lets (GAP-56).
 * To the control API, pages on this computer may always talk.
 */
export function crossOriginCheck(
  origins: readonly string[],
  reading: () => Readings['cors'] = () => 'loopback',
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const allows = (origin: string, url = '') => {
    if (reading() === 'any' || origins.includes('*') || origins.includes(origin)) return true;
    return isLoopbackOrigin(origin) && (reading() !== 'none' || url.startsWith('/__mock'));
  };

  /** Sets what a page needs to read the answer; true when the request was a preflight, which is then answered. */
  return function share(request, response) {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    const header = (name: string) => request.headers[name]?.toString();
    const preflight = isPreflight(request.method ?? '', header);
    if (!allows(origin, request.url)) {
      response.setHeader('vary', 'Origin');
      if (preflight)
        writeJson(response, 403, { error: `Pages of ${origin} may not call this mock: start it with --cors` });
      return preflight;
    }
    // The control API has DELETE besides.
    const headers = preflight ? preflightHeaders(header, ['DELETE']) : sharingHeaders(header);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (preflight) response.writeHead(204, { 'access-control-max-age': preflightSeconds }).end();
    return preflight;
  };
}
