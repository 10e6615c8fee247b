import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest, writeJson } from '../adapters/http/node-http.ts';
import { HttpError } from '../http/http-error.ts';
import { defaultTexts } from '../readings/readings.ts';
import { checkOrigin, tokenCheck } from './access.ts';
import { readInput } from './read-input.ts';
import { refusalOf } from './refusal-of.ts';
import type { ControlContext, ControlRoute } from './route.ts';
import { routes } from './routes.ts';
import { Shelf } from './shelf.ts';

const root = '/__mock';

/** The mock's powers for other processes, under `/__mock/`. */
export interface ControlApi {
  owns(request: IncomingMessage): boolean;
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
  const context: ControlContext = { ...parts, snapshots: new Shelf('snapshot', 100), faults: new Shelf('fault', 1000) };
  const checkToken = tokenCheck(token, isPrivate);
  const owns = ({ url = '' }: IncomingMessage) => /^\/__mock(?:[/?]|$)/.test(url);

  return {
    owns,
    checkOrigin: (request) => (owns(request) ? checkOrigin(request) : null),
    answer(message, response) {
      const refused = checkToken(message);
      if (refused) {
        const headers = refused.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
        writeJson(response, refused.status, { error: refused.error }, headers);
      } else void run(context, new NodeRequest(message, response), response);
    },
  };
}

async function run(context: ControlContext, request: NodeRequest, response: ServerResponse): Promise<void> {
  try {
    const route = find(request);
    if ('stream' in route) route.stream(context, response);
    else {
      // `never` because the routes of one list take different bodies; the schema has just checked this one's.
      const input = (route.body && (await readInput(request, route.body))) as never;
      writeJson(response, 200, await route.run(context, input));
    }
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const { status, headers, ...body } = refusalOf(error);
    writeJson(response, status, body, headers);
  }
}

function find({ method, path }: NodeRequest): ControlRoute {
  const below = path.slice(root.length).replace(/^\//, '');
  const there = routes.filter((route) => route.path === below);
  const route = there.find((candidate) => candidate.method === method);
  if (route) return route;
  if (there.length === 0) throw new HttpError(404, `No such route: GET ${root}/ lists them`);
  throw new HttpError(405, defaultTexts.methodNotAllowed, {
    headers: { allow: there.map((other) => other.method).join(', ') },
  });
}
