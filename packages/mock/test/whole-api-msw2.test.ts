import { handlers, setupMock } from '@issue-tracking/mock/msw';
import { afterAll, expect, test, vi } from 'vitest';
import { type Adapter, wholeApi } from './whole-api.ts';

// Files before this one may have loaded the mock with MSW 3, and the next one wants it so again.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

// As in an application that has MSW 2: the mock imports what is installed.
vi.mock('msw', () => import('msw2'));
vi.mock('msw/node', () => import('msw2/node'));

const setupServer: Adapter = {
  name: 'setupServer of MSW 2',
  async open(mock) {
    const server = setupMock(mock) as unknown as import('msw2/node').SetupServer;
    server.listen({ onUnhandledRequest: 'error' });
    return { fetch: globalThis.fetch, baseUrl: mock.baseUrl, close: async () => server.close() };
  },
};

test('handlers() returns handlers of MSW 2', async () => {
  const { createMock } = await import('@issue-tracking/mock');
  const { HttpHandler } = await import('msw2');
  expect(handlers(createMock())[0]).toBeInstanceOf(HttpHandler);
});

wholeApi(setupServer);
