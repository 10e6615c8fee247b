import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { contextOf, findRoute, httpErrorOf, queryOf } from './dispatch.ts';
import { events } from './events.ts';
import type { ControlEvent } from './route.ts';

/** The control API without a server, for a page that contains the mock. */
export interface ControlInProcess {
  /**
   * Calls a route by its path below `/__mock/` with its query: `send('GET', 'requests?status=403')`. Never rejects: errors have
   * a status, as over HTTP.
   */
  send(method: string, pathWithQuery: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Calls back with the events of `GET events`. Returns a function that unsubscribes. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
}

/** Returns the control API of a mock in this process. */
export function controlApiInProcess(mock: Mock): ControlInProcess {
  const internals = internalsOf(mock);
  const context = contextOf({ mock, internals, url: internals.baseUrl.forClients });

  return {
    async send(method, pathWithQuery, body) {
      try {
        const [path = '', search = ''] = pathWithQuery.split(/\?(.*)/s);
        const { route, params } = findRoute(method, `/__mock/${path}`);
        if ('subscribe' in route) throw new TypeError('GET events is a stream: use subscribe().');
        const input = { params, query: queryOf(search), body: route.input && copy(body ?? {}) };
        return { status: 200, body: copy(await route.respond(context, input)) };
      } catch (thrown) {
        const { status, error, details } = httpErrorOf(thrown);
        return { status, body: copy({ error, details }) };
      }
    },
    subscribe: (listener) => events.subscribe(context, listener),
  };
}

/** Copies a value, as HTTP does, so that callers and the mock share no object. */
function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
