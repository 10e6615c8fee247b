import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { endpoints } from '@issue-tracking/model';
import { writeJson } from '../../adapters/http/node-http.ts';
import type { ControlApi } from '../../control-api/control-api.ts';
import { HttpError } from '../../platform/http/http-error.ts';

/** Handlers of a request, in this order. */
export interface RequestHandlers {
  checkHost(request: IncomingMessage): HttpError | null;
  /** True when it has answered. */
  share(request: IncomingMessage, response: ServerResponse): boolean;
  /** True when it has answered. */
  panel(request: IncomingMessage, response: ServerResponse): boolean;
  control: ControlApi;
  api(request: IncomingMessage, response: ServerResponse): void;
}

/** Paths of the control API; all others are the API's. */
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
    else if (!greet(request, response)) api(request, response);
  };
}

/** The target as a path. One of absolute form is of this server when it names the same host as the `Host` header (RFC 9112, 3.2.2). */
function ownTarget({ url = '', headers }: IncomingMessage): string {
  const [, host, path = ''] = /^http:\/\/([^/?#]+)(\/.*)?$/i.exec(url) ?? [];
  return host !== undefined && host.toLowerCase() === headers.host?.toLowerCase() ? path || '/' : url;
}

/** A target of absolute form that names another host (`http://evil.example/`) is for proxies: this is the server. */
function checkTarget({ url }: IncomingMessage): HttpError | null {
  return url?.startsWith('/') ? null : new HttpError(400, 'The request target must be a path that begins with /');
}

/** Answers `GET /`: tells a program what there is, and leads a person to the panel. True when it has answered. */
function greet({ method, url, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (url !== '/' || (method !== 'GET' && method !== 'HEAD')) return false;
  if (headers.accept?.includes('text/html'))
    response.writeHead(302, { location: '/__mock/ui/', vary: 'Accept', 'content-length': 0 }).end();
  else writeJson(response, 200, directions, { vary: 'Accept' });
  return true;
}

const directions = {
  service: 'Issue Tracking Public API v1, mock',
  api: endpoints['projects.list'].path,
  control: '/__mock/',
  panel: '/__mock/ui/',
  openApi: '/__mock/openapi.json',
};
