import type { IncomingMessage, ServerResponse } from 'node:http';
import { sentBy, writeJson } from '../adapters/node.ts';
import type { HttpError } from '../platform/http/http-error.ts';
import { bodyText, parseJson, requireJsonType } from '../platform/http/json-body.ts';
import type { Sent } from '../platform/http/sent.ts';
import { checkOrigin, tokenCheck } from './access.ts';
import { contextOf, findRoute, httpErrorOf, queryOf } from './dispatch.ts';
import { EventStreams } from './event-streams.ts';
import type { ControlContext } from './route.ts';

/** Maximum size of a request body, in bytes: enough for a tenant with thousands of issues. */
const maxBytes = 16_777_216;

/** Handles requests under `/__mock/`, by which other processes control the mock. */
export interface ControlApi {
  /** Called before routing and preflights, so that pages of other hosts learn nothing. */
  checkOrigin(request: IncomingMessage): HttpError | null;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** Options of the control API. */
export interface ControlOptions extends Pick<ControlContext, 'mock' | 'internals' | 'url'> {
  readonly token: string | undefined;
  /** Whether only this computer can reach it. */
  readonly isPrivate: boolean;
  /** Receives responses that end only with the server. */
  readonly connections: { stream(response: ServerResponse): void };
}

export function controlApi({ token, isPrivate, connections, ...parts }: ControlOptions): ControlApi {
  const context = contextOf(parts);
  const checkToken = tokenCheck(token, isPrivate);
  const streams = new EventStreams(context);

  async function handle(request: Sent, response: ServerResponse): Promise<void> {
    try {
      const { route, params } = findRoute(request.method, request.path);
      if ('subscribe' in route) {
        connections.stream(response);
        streams.add(route, response);
        return;
      }
      const body = route.input && (await readInput(request));
      writeJson(response, 200, await route.respond(context, { params, query: queryOf(request.search), body }));
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
      else void handle(sentBy(message, response), response);
    },
  };
}

/**
 * Reads a JSON body; none counts as `{}`, and needs no content type. The type of others must be JSON: pages of other origins can
 * send other types without a preflight.
 */
async function readInput(request: Sent): Promise<unknown> {
  const bytes = await request.read(maxBytes);
  if (bytes.length === 0) return {};
  requireJsonType(request.headers['content-type']);
  return parseJson(bodyText(bytes, maxBytes));
}

function writeError(response: ServerResponse, { status, headers, error, details }: HttpError): void {
  writeJson(response, status, { error, details }, headers);
}
