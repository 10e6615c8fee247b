import type { RequestHandler } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';
import { handlers as mockHandlers } from './handlers.ts';

/**
 * Creates an MSW server for Node that passes requests to the mock, or to several mocks at different addresses. Its `listen()`
 * patches `fetch`, `http` and `XMLHttpRequest` of the process; only one server can listen at a time. If your tests can pass
 * `fetch` to their client, `mock.fetch` is much faster and patches nothing.
 *
 * @param mocks A mock, or several with different addresses.
 * @param handlers Your own handlers, which come first. A handler that matches every request would hide the mock.
 *
 * @example
 * const server = setupMock(mock, http.get('https://app.example/me', () => HttpResponse.json({ name: 'Ada' })));
 * beforeAll(() => server.listen());
 * afterEach(() => mock.reset());
 * afterAll(() => server.close());
 *
 * @throws TypeError for two mocks at one address, of which the second would never receive a request, and for an argument that is no
 * mock or handler.
 */
export function setupMock(mocks: Mock | readonly Mock[], ...handlers: RequestHandler[]): SetupServer {
  const all = [mocks].flat();
  const allInternals = all.map((mock) => internalsOf(mock));
  const twice = all.find(({ baseUrl }, at) => all.findIndex((other) => other.baseUrl === baseUrl) !== at);
  if (twice) {
    throw new TypeError(
      `Two mocks have the address ${twice.baseUrl}: pass different base URLs, as in createMock({ baseUrl: 'https://eu.issues.test' }).`,
    );
  }
  if (handlers.some(isPlainObject)) {
    throw new TypeError(
      'setupMock() takes your own handlers after the mock, found a plain object: pass several mocks as one array, and options to listen().',
    );
  }
  const server = setupServer(...handlers, ...all.flatMap((mock) => mockHandlers(mock)));
  const { listen, close } = server;
  return Object.assign(server, {
    listen(...options: Parameters<typeof listen>) {
      listen.apply(server, options);
      if (listening.size > 0) warnOfUnclosedServer();
      listening.add(server);
      for (const { generations, baseUrl } of allInternals) generations.publish(baseUrl.text);
    },
    close() {
      listening.delete(server);
      for (const { generations, baseUrl, service } of allInternals) {
        generations.withdraw(baseUrl.text);
        service.sleepers.wake();
      }
      close.call(server);
    },
  });
}

/** Whether a value is a mock or an options object, which MSW would accept but never call. Its handlers are instances of classes. */
function isPlainObject(value: object): boolean {
  return Object.getPrototypeOf(value ?? {}) === Object.prototype;
}

/** Servers that have not been closed, of every copy of this package in the process. */
const key: unique symbol = Symbol.for('@issue-tracking/mock/listening');
const global: typeof globalThis & { [key]?: Set<object> } = globalThis;
global[key] ??= new Set();
const listening = global[key];

function warnOfUnclosedServer(): void {
  // biome-ignore lint/suspicious/noConsole: MSW doesn't report it, and a throw would fail suites that work.
  console.warn(
    'setupMock: an earlier server was not closed, and receives no more requests, also when this one is closed. ' +
      'Pass several mocks to one server, as in setupMock([eu, us]), and close each server in afterAll.',
  );
}
