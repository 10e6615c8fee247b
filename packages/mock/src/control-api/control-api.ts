import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest, writeJson } from '../adapters/http/node-http.ts';
import { HttpError, invalidInput, reportFailure } from '../http/http-error.ts';
import { decodeUtf8, parseJson, readBytes } from '../http/read-body.ts';
import { InputError } from '../input/input-error.ts';
import { whole } from '../input/problems.ts';
import { defaultTexts } from '../readings/readings.ts';
import { checkOrigin, tokenCheck } from './access.ts';
import type { ControlContext, ControlRoute } from './route.ts';
import { routes } from './routes.ts';
import { SessionRegistry } from './session-registry.ts';

const root = '/__mock';

/** Room for a tenant with thousands of issues, in bytes. */
const bodyLimit = 16_777_216;

/** The mock's powers for other processes, under `/__mock/`. */
export interface ControlApi {
  /** Comes before routing and preflights: a page elsewhere learns nothing. */
  checkOrigin(request: IncomingMessage): HttpError | null;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

/** What the control API needs to begin. */
export interface ControlOptions extends Omit<ControlContext, 'snapshots' | 'faults'> {
  readonly token: string | undefined;
  /** Whether only this computer can reach it. */
  readonly isPrivate: boolean;
}

export function controlApi({ token, isPrivate, ...parts }: ControlOptions): ControlApi {
  const context: ControlContext = {
    ...parts,
    snapshots: new SessionRegistry('snapshot', 100),
    faults: new SessionRegistry('fault', 1000),
  };
  const checkToken = tokenCheck(token, isPrivate);

  return {
    checkOrigin,
    answer(message, response) {
      const error = checkToken(message);
      if (error) writeError(response, error);
      else void answer(context, new NodeRequest(message, response), response);
    },
  };
}

async function answer(context: ControlContext, request: NodeRequest, response: ServerResponse): Promise<void> {
  try {
    const route = findRoute(request);
    if ('stream' in route) route.stream(context, response);
    else writeJson(response, 200, await route.answer(context, route.input && (await readInput(request))));
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else writeError(response, httpErrorOf(error));
  }
}

function findRoute({ method, path }: NodeRequest): ControlRoute {
  const below = path.slice(root.length).replace(/^\//, '');
  const there = routes.filter((route) => route.path === below);
  const route = there.find((candidate) => candidate.method === method);
  if (route) return route;
  if (there.length === 0) throw new HttpError(404, `No such route: GET ${root}/ lists them`);
  throw new HttpError(405, defaultTexts.methodNotAllowed, {
    headers: { allow: there.map((other) => other.method).join(', ') },
  });
}

/**
 * Reads a JSON body; an empty one stands for `{}`. It must be announced as JSON: a page elsewhere can send a simple POST
 * without asking, and that has no such type.
 */
async function readInput(request: NodeRequest): Promise<unknown> {
  const text = decodeUtf8(await readBytes(request, bodyLimit));
  return text === '' ? {} : parseJson(text);
}

/** The answer to whatever a route threw. */
function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof InputError) {
    return invalidInput(
      ...error.problems.map(({ path, message }) => ({ field: path === whole ? 'body' : path, message })),
    );
  }
  // What the mock throws at its own callers for input that fits its schema and yet makes no sense.
  if (error instanceof TypeError || error instanceof RangeError)
    return invalidInput({ field: 'body', message: error.message });
  reportFailure(error);
  return new HttpError(500, defaultTexts.internal);
}

function writeError(response: ServerResponse, { status, headers, ...body }: HttpError): void {
  writeJson(response, status, body, headers);
}
