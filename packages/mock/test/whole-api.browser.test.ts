import { createMock } from '@issue-tracking/mock';
import { startMock } from '@issue-tracking/mock/msw';
import { IssueTrackingClient } from '@issue-tracking/sdk';
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

test('a client of the page forgets with a mock that answers through the worker, and ends with the worker [AUTH-7]', async () => {
  const mock = createMock({ baseUrl: location.origin });
  const worker = await startMock(mock, { quiet: true, onUnhandledFrame: 'bypass' });
  const client = new IssueTrackingClient({
    baseUrl: location.origin,
    accessToken: () => 'svc_mock',
    retry: { limit: 0 },
  });
  await mock.dashboard.revokeApiKey({ key: 'svc_mock' });
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError' });
  mock.reset();
  await client.projects.list();
  mock.faults.add({ endpoint: 'projects.list', status: 429, headers: { 'retry-after': '60' }, times: 1 });
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'RateLimitError' });
  const ended = expect(client.projects.list()).rejects.toMatchObject({
    name: 'AbortError',
    cause: { message: 'The mock was closed' },
  });
  await expect.poll(() => client.rateLimit.queued).toBe(1);
  await worker.stop();
  await ended;
});
