import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { endpoints } from '@issue-tracking/model';
import { writeJson } from '../adapters/node.ts';
import { HttpError } from '../platform/http/http-error.ts';
import type { ControlListener } from './control-listener.ts';

/** Handlers of a request, in this order. */
export interface RequestHandlers {
  checkHost(request: IncomingMessage): HttpError | null;
  /** Handles CORS. Returns whether it responded. */
  share(request: IncomingMessage, response: ServerResponse): boolean;
  /** Serves the panel. Returns whether it responded. */
  panel(request: IncomingMessage, response: ServerResponse): boolean;
  control: ControlListener;
  api(request: IncomingMessage, response: ServerResponse): void;
}

/** Matches paths of the control API. All others belong to the API. */
const controlPath = /^\/__mock(?:[/?]|$)/;

/** Returns a listener that checks a request and passes it to the API or the control API. */
export function requestListener({ checkHost, share, panel, control, api }: RequestHandlers): RequestListener {
  return (request, response) => {
    request.url = ownTarget(request);
    const isControl = controlPath.test(request.url ?? '');
    const rejection = checkHost(request) ?? checkTarget(request) ?? (isControl ? control.checkOrigin(request) : null);
    if (rejection) writeJson(response, rejection.status, { error: rejection.error });
    else if (share(request, response) || panel(request, response)) return;
    else if (isControl) control.handle(request, response);
    else if (!greet(request, response)) api(request, response);
  };
}

/** Returns the target as a path. Accepts the absolute form if its host is that of the `Host` header (RFC 9112, 3.2.2). */
function ownTarget({ url = '', headers }: IncomingMessage): string {
  const [, host, path = ''] = /^http:\/\/([^/?#]+)(\/.*)?$/i.exec(url) ?? [];
  return host !== undefined && host.toLowerCase() === headers.host?.toLowerCase() ? path || '/' : url;
}

/** Rejects targets of other hosts in absolute form, which are for proxies. */
function checkTarget({ url }: IncomingMessage): HttpError | null {
  return url?.startsWith('/') ? null : new HttpError(400, 'The request target must be a path that begins with /');
}

/** Responds to `GET /`: redirects browsers to the panel, and lists addresses for programs. Returns whether it responded. */
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
