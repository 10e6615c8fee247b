import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { contextOf, findRoute, httpErrorOf, queryOf } from './dispatch.ts';
import { events } from './events.ts';
import type { ControlEvent } from './route.ts';

/** The control API without a server between: a page that has the mock in it asks it directly. */
export interface ControlInProcess {
  /**
   * Asks a route for something, by its path below `/__mock/` with its query: `send('GET', 'requests?status=403')`. Never
   * rejects: what is refused comes with its status, as over HTTP.
   */
  send(method: string, pathWithQuery: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Calls back with what `GET events` streams; returns how to stop. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
}

/** The control API of a mock in this process. */
export function controlApiInProcess(mock: Mock): ControlInProcess {
  const internals = internalsOf(mock);
  const context = contextOf({ mock, internals, url: internals.baseUrl.forClients });

  return {
    async send(method, pathWithQuery, body) {
      try {
        const [path = '', search = ''] = pathWithQuery.split(/\?(.*)/s);
        const { route, params } = findRoute(method, `/__mock/${path}`);
        if ('subscribe' in route) throw new TypeError('What is streamed is followed with subscribe().');
        const asked = { params, query: queryOf(search), body: route.input && copy(body ?? {}) };
        return { status: 200, body: copy(await route.answer(context, asked)) };
      } catch (thrown) {
        const { status, error, details } = httpErrorOf(thrown);
        return { status, body: copy({ error, details }) };
      }
    },
    subscribe: (listener) => events.subscribe(context, listener),
  };
}

/** As it would come over HTTP: no record of the mock's own is handed out, and none is taken in. */
function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
