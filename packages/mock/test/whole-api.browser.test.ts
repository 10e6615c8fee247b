import { createMock } from '@issue-tracking/mock';
import { startMock } from '@issue-tracking/mock/msw';
import { expect, test } from 'vitest';
import { type Adapter, direct, wholeApi } from './whole-api.ts';

/** MSW's service worker in a real browser. */
const serviceWorker: Adapter = {
  name: 'setupWorker of MSW 3',
  async open(mock) {
    const worker = await startMock(mock, { quiet: true, onUnhandledFrame: 'error' });
    return { fetch: globalThis.fetch, baseUrl: mock.baseUrl, close: async () => void (await worker.stop()) };
  },
};

wholeApi(direct);
wholeApi(serviceWorker);

test('a worker that is not there is told with what to do', async () => {
  const started = startMock(createMock(), { quiet: true, serviceWorker: { url: '/nothing-here.js' } });
  await expect(started).rejects.toThrow(
    /service worker at \/nothing-here\.js did not start\. .*msw\/vite.*npx msw init/,
  );
});
