import { listen } from '@issue-tracking/mock/server';
import { runs } from '../../../tools/testing/seeds.ts';
import { exportedWorld } from './exported-world.ts';
import { type Adapter, wholeApi } from './whole-api.ts';

const http: Adapter = {
  name: 'the HTTP server',
  async open(mock) {
    const { url, close } = await listen(mock);
    return { fetch, baseUrl: url, close };
  },
};

wholeApi(http);
exportedWorld(http, runs(1, 50));
