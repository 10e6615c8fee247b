import { setupMock } from '@issue-tracking/mock/msw';
import { runs } from '../../../tools/testing/seeds.ts';
import { exportedWorld } from './exported-world.ts';
import { type Adapter, direct, wholeApi } from './whole-api.ts';

/** MSW's server, which answers the process's own `fetch`. */
const setupServer: Adapter = {
  name: 'setupServer of MSW 3',
  async open(mock) {
    const server = setupMock(mock);
    server.listen({ onUnhandledFrame: 'error' });
    return { fetch: globalThis.fetch, baseUrl: mock.baseUrl, close: async () => server.close() };
  },
};

wholeApi(direct);
wholeApi(setupServer);
exportedWorld(direct, runs(3, 1_000));
exportedWorld(setupServer, runs(1, 50));
