import type { IncomingMessage, ServerResponse } from 'node:http';
import { toOpenApi } from '@issue-tracking/model';
import { sentBy, writeJson } from '../adapters/node.ts';
import { controlOf, httpErrorOf, methodNamed } from '../control/control.ts';
import { describeMethods } from '../control/describe.ts';
import type { Mock } from '../mock/mock.ts';
import { HttpError, invalidInput } from '../platform/http/http-error.ts';
import { bodyText, parseJson, requireJsonType } from '../platform/http/json-body.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import type { Sent } from '../platform/http/sent.ts';
import { checkOrigin, tokenCheck } from './access.ts';
import { EventStreams } from './event-streams.ts';

/** Maximum size of a request body, in bytes: enough for a tenant with thousands of issues. */
const maxBytes = 16_777_216;

/** Handles requests under `/__mock/`, by which other processes control the mock. */
export interface ControlListener {
  /** Called before routing and preflights, so that pages of other hosts learn nothing. */
  checkOrigin(request: IncomingMessage): HttpError | null;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** Options of the control API. */
export interface ControlOptions {
  readonly mock: Mock;
  /** The base URL for clients. */
  readonly url: string;
  readonly token: string | undefined;
  /** Whether only this computer can reach it. */
  readonly isPrivate: boolean;
  /** Receives responses that end only with the server. */
  readonly connections: { stream(response: ServerResponse): void };
}

export function controlListener({ mock, url, token, isPrivate, connections }: ControlOptions): ControlListener {
  const control = controlOf(mock, url, isPrivate);
  const checkToken = tokenCheck(token, isPrivate);
  const streams = new EventStreams(control.subscribe);

  /** Responds to `GET`. */
  const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '': (response) =>
      writeJson(response, 200, {
        ...describeMethods(),
        events: '/__mock/events',
        openApi: '/__mock/openapi.json',
      }),
    events(response) {
      connections.stream(response);
      streams.add(response);
    },
    'openapi.json': (response) => writeJson(response, 200, { ...toOpenApi(), servers: [{ url }] }),
  };

  async function respond(request: Sent, response: ServerResponse): Promise<void> {
    try {
      const name = request.path.slice('/__mock/'.length);
      const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
      if (!page) methodNamed(name);
      const allow = page ? 'GET' : 'POST';
      if ((request.method === 'HEAD' ? 'GET' : request.method) !== allow)
        throw new HttpError(405, mockTexts.methodNotAllowed, { headers: { allow } });
      if (page) page(response);
      else writeJson(response, 200, await control.call(name, await readInput(name, request)));
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else writeError(response, httpErrorOf(error));
    }
  }

  return {
    checkOrigin,
    handle(message, response) {
      const error = checkToken(message);
      if (error) writeError(response, error);
      else void respond(sentBy(message, response), response);
    },
  };
}

/**
 * Reads a JSON body; none counts as `{}`, and needs no content type. The type of others must be JSON: pages of other origins can
 * send other types without a preflight.
 *
 * @throws HttpError 400 for query parameters, which would have no effect.
 */
async function readInput(name: string, request: Sent): Promise<unknown> {
  const [parameter] = new URLSearchParams(request.search).keys();
  if (parameter !== undefined)
    throw invalidInput({
      field: `query.${parameter}`,
      message: `is not read: pass the input of ${name} as a JSON body`,
    });
  const bytes = await request.read(maxBytes);
  if (bytes.length === 0) return {};
  requireJsonType(request.headers['content-type']);
  return parseJson(bodyText(bytes, maxBytes));
}

function writeError(response: ServerResponse, { status, headers, error, details }: HttpError): void {
  writeJson(response, status, { error, details }, headers);
}
