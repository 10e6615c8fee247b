import type { RequestHandler } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import type { Mock } from '../../mock/mock.ts';
import { handlers as mockHandlers } from './handlers.ts';

/**
 * An MSW server for Node that answers from the mock, or from several that stand at different addresses. It patches `fetch`,
 * `http` and `XMLHttpRequest` of the process once its `listen()` is called; only one server can listen at a time. In tests
 * that can pass `fetch` to their client, `mock.fetch` does the same much faster and patches nothing.
 *
 * Your own handlers are asked first, so one may stand for a path of the mock. One that takes every request would hide the
 * mock.
 *
 * @example
 * const server = setupMock(mock, http.get('https://app.example/me', () => HttpResponse.json({ name: 'Ada' })));
 * beforeAll(() => server.listen());
 * afterEach(() => mock.reset());
 * afterAll(() => server.close());
 *
 * @throws TypeError for two mocks at one address: the second would never be asked.
 */
export function setupMock(mocks: Mock | readonly Mock[], ...handlers: RequestHandler[]): SetupServer {
  const all = [mocks].flat();
  const twice = all.find(({ baseUrl }, at) => all.findIndex((other) => other.baseUrl === baseUrl) !== at);
  if (twice) {
    throw new TypeError(
      `Two mocks stand at ${twice.baseUrl}: give each a baseUrl of its own, as in createMock({ baseUrl: 'https://eu.issues.test' }).`,
    );
  }
  return setupServer(...handlers, ...all.flatMap((mock) => mockHandlers(mock)));
}
