import { type SetupServer, setupServer } from 'msw/node';
import type { Mock } from '../../mock.ts';

/**
 * An MSW server for Node that answers from the mock. It patches `fetch`, `http` and `XMLHttpRequest` of the process once
 * its `listen()` is called; only one server can listen at a time. In tests that can pass `fetch` to their client,
 * `mock.fetch` does the same much faster and patches nothing.
 *
 * @example
 * const server = setupMock(mock);
 * beforeAll(() => server.listen());
 * afterEach(() => mock.reset());
 * afterAll(() => server.close());
 */
export function setupMock(mock: Mock): SetupServer {
  return setupServer(...mock.handlers);
}
