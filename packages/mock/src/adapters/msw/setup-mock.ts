import type { RequestHandler } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { adviseOnListening } from '../../mock/advice.ts';
import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';
import { didYouMean } from '../../platform/input/did-you-mean.ts';
import { foundText } from '../../platform/input/problems.ts';
import { ForeignRequests } from './foreign-requests.ts';
import { openFreshConnections } from './fresh-connections.ts';
import { handlersFor } from './handlers.ts';

/**
 * Creates an MSW server for Node that passes requests to the mock, or to several mocks at different addresses. Its `listen()`
 * patches `fetch`, `http` and `XMLHttpRequest` of the process. Only one server can listen at a time: a second one closes the
 * first. If your tests can pass `fetch` to their client, `mock.fetch` is much faster and patches nothing.
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
  const foreign = new ForeignRequests(allInternals.map(({ baseUrl }) => baseUrl));
  const server = setupServer(...handlers, ...all.flatMap((mock) => handlersFor(mock, 'all')), foreign.handler);
  const { listen, close } = server;
  let leaveConnections = () => {};
  const isMocked = (url: URL) =>
    allInternals.some(({ baseUrl, owns }) => {
      const path = baseUrl.pathOf(url);
      return path !== undefined && owns(path);
    });
  return Object.assign(server, {
    listen(options: ListenOptions = {}) {
      const strategy = strategyOf(options);
      for (const earlier of listening) {
        if (earlier === server) continue;
        warnOfUnclosedServer();
        earlier.close();
      }
      foreign.areErrors = strategy === 'error';
      const both = { onUnhandledFrame: strategy, onUnhandledRequest: strategy } as ListenOptions;
      listen.call(server, typeof strategy === 'string' ? both : options);
      leaveConnections = openFreshConnections(isMocked);
      listening.add(server);
      for (const { generations, baseUrl } of allInternals) {
        generations.publish(baseUrl.text, 'all');
        adviseOnListening(baseUrl, true);
      }
    },
    close() {
      // Also after a later server has closed this one.
      if (!listening.delete(server)) return;
      foreign.close();
      for (const { generations, baseUrl, service } of allInternals) {
        generations.withdraw(baseUrl.text);
        adviseOnListening(baseUrl, false);
        service.sleepers.wake();
      }
      close.call(server);
      leaveConnections();
    },
  });
}

/** The option of MSW 3, and its name in MSW 2. Each version ignores the other's name. */
type ListenOptions = NonNullable<Parameters<SetupServer['listen']>[0]> & { readonly onUnhandledRequest?: unknown };

const optionNames = ['onUnhandledFrame', 'onUnhandledRequest'];
const strategies: readonly unknown[] = ['warn', 'error', 'bypass', undefined];

/** Returns the strategy for unhandled requests. @throws TypeError for a typo, with which requests would go out to the network */
function strategyOf(options: ListenOptions): unknown {
  for (const name of Object.keys(options))
    if (!optionNames.includes(name))
      throw new TypeError(`listen() has no option "${name}"; ${didYouMean(name, optionNames)}`);
  const strategy = options.onUnhandledFrame ?? options.onUnhandledRequest;
  if (strategies.includes(strategy) || typeof strategy === 'function') return strategy;
  throw new TypeError(`onUnhandledFrame must be "warn", "error", "bypass" or a function; ${foundText(strategy)}.`);
}

/** Whether a value is a mock or an options object, which MSW would accept but never call. Its handlers are instances of classes. */
function isPlainObject(value: object): boolean {
  return Object.getPrototypeOf(value ?? {}) === Object.prototype;
}

/** Servers that have not been closed, of every copy of this package in the process. */
const key: unique symbol = Symbol.for('@issue-tracking/mock/listening');
const global: typeof globalThis & { [key]?: Set<Pick<SetupServer, 'close'>> } = globalThis;
global[key] ??= new Set();
const listening = global[key];

function warnOfUnclosedServer(): void {
  // biome-ignore lint/suspicious/noConsole: MSW doesn't report it, and a throw would fail suites that work.
  console.warn(
    'setupMock: an earlier server was not closed. It is closed now, so that each request counts once; its mocks receive no more ' +
      'requests. Call server.close() in afterAll, or pass several mocks to one server, as in setupMock([eu, us]).',
  );
}
