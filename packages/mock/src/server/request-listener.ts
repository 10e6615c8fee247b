import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { endpoints } from '@issue-tracking/model';
import { writeJson } from '../adapters/http/answer.ts';
import type { ControlApi } from '../control-api/control-api.ts';
import type { Refused } from './host-check.ts';

/** What a request passes, in this order. */
export interface Stations {
  checkHost(request: IncomingMessage): Refused | null;
  /** True when it has answered. */
  share(request: IncomingMessage, response: ServerResponse): boolean;
  control: ControlApi;
  api(request: IncomingMessage, response: ServerResponse): void;
}

/** Leads a request to the API or the control API, past what guards them. */
export function requestListener({ checkHost, share, control, api }: Stations): RequestListener {
  return (request, response) => {
    const refused = checkHost(request) ?? checkTarget(request) ?? control.checkOrigin(request);
    if (refused) writeJson(response, refused.status, { error: refused.error });
    else if (share(request, response)) return;
    else if (control.owns(request)) control.answer(request, response);
    else if (request.url === '/' && request.method === 'GET') writeJson(response, 200, directions);
    else api(request, response);
  };
}

const directions = {
  service: 'Issue Tracking Public API v1, mock',
  api: endpoints['projects.list'].path,
  control: '/__mock/',
  openApi: '/__mock/openapi.json',
};

/** A target of absolute form (`http://evil.example/`) is for proxies: this is the server. */
function checkTarget({ url }: IncomingMessage): Refused | null {
  return url?.startsWith('/') ? null : { status: 400, error: 'The request target must be a path that begins with /' };
}
