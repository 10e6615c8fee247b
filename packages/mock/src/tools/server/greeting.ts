import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '@issue-tracking/model';
import { writeJson } from '../../adapters/http/node-http.ts';

/** Answers `GET /`: tells a program what there is, and leads a person to the panel. True when it has answered. */
export function greet({ method, url, headers }: IncomingMessage, response: ServerResponse): boolean {
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
