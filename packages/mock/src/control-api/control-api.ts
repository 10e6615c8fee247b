import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest, writeJson } from '../adapters/http/node-http.ts';
import type { HttpError } from '../platform/http/http-error.ts';
import { bodyText, parseJson, requireJsonType } from '../platform/http/json-body.ts';
import { checkOrigin, tokenCheck } from './access.ts';
import { contextOf, findRoute, httpErrorOf, queryOf } from './dispatch.ts';
import { EventStreams } from './event-streams.ts';
import type { ControlContext } from './route.ts';

/** Room for a tenant with thousands of issues, in bytes. */
const bodyLimit = 16_777_216;

/** The mock's powers for other processes, under `/__mock/`. */
export interface ControlApi {
  /** Comes before routing and preflights: a page elsewhere learns nothing. */
  checkOrigin(request: IncomingMessage): HttpError | null;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

/** Options of the control API. */
export interface ControlOptions extends Pick<ControlContext, 'mock' | 'internals' | 'url'> {
  readonly token: string | undefined;
  /** Whether only this computer can reach it. */
  readonly isPrivate: boolean;
  /** To be told of responses that end only with the server. */
  readonly connections: { stream(response: ServerResponse): void };
}

export function controlApi({ token, isPrivate, connections, ...parts }: ControlOptions): ControlApi {
  const context = contextOf(parts);
  const checkToken = tokenCheck(token, isPrivate);
  const streams = new EventStreams(context);

  async function answer(request: NodeRequest, response: ServerResponse): Promise<void> {
    try {
      const { route, params } = findRoute(request.method, request.path);
      if ('subscribe' in route) {
        connections.stream(response);
        streams.add(route, response);
        return;
      }
      const body = route.input && (await readInput(request));
      writeJson(response, 200, await route.answer(context, { params, query: queryOf(request.search), body }));
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else writeError(response, httpErrorOf(error));
    }
  }

  return {
    checkOrigin,
    answer(message, response) {
      const error = checkToken(message);
      if (error) writeError(response, error);
      else void answer(new NodeRequest(message, response), response);
    },
  };
}

/**
 * Reads a JSON body; an empty one stands for `{}`. It must be announced as JSON: a page elsewhere can send a simple POST
 * without asking, and that has no such type.
 */
async function readInput(request: NodeRequest): Promise<unknown> {
  requireJsonType(request.header('content-type'));
  const text = bodyText(await request.body(bodyLimit), bodyLimit);
  return text === '' ? {} : parseJson(text);
}

function writeError(response: ServerResponse, { status, headers, error, details }: HttpError): void {
  writeJson(response, status, { error, details }, headers);
}
