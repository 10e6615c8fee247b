import { createMock, type Mock } from '@issue-tracking/mock';
import { startMock } from '@issue-tracking/mock/msw';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { type SetupWorker, setupWorker } from 'msw/browser';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { wholeApi } from './whole-api.ts';

describe('in a real browser', () => {
  let worker: SetupWorker | undefined;
  afterAll(() => worker?.stop());

  // It compares with `mock.fetch` in the browser. To register the worker for each mock would take longer than all requests.
  wholeApi({
    name: 'setupWorker of MSW 3',
    async open(mock) {
      worker = await startMock(mock, { quiet: true, onUnhandledFrame: 'error' });
      return { fetch: globalThis.fetch, baseUrl: mock.baseUrl, close: async () => {} };
    },
  });
});

describe('startMock()', () => {
  test.each<[string, RegExp, RegistrationOptions?]>([
    ['/nothing-here.js', /The script is not served there \(404\)\. .*msw\/vite.*npx msw init/],
    // As Vite responds to a worker's request for a page.
    ['/', /The script is not served there \(400\)\. .*msw\/vite.*npx msw init/],
    ['https://cdn.example/mockServiceWorker.js', /The script is on another origin/],
    // A module, of which a worker's script can import nothing.
    ['/packages/mock/src/msw.ts', /The script throws an error\. .*npx msw init/],
    ['/packages/mock/src/msw.ts', /scope.*below/, { scope: '/' }],
  ])('rejects with a fix for a worker at %s, also in the console: %s', async (url, message, options = {}) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const started = startMock(createMock(), { quiet: true, serviceWorker: { url, options } });
    await expect(started).rejects.toThrow(message);
    expect(printed).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(message));
  });

  // As Chromium says it. A test can neither block storage in it nor make a certificate.
  test.each([
    [
      'An SSL certificate error occurred when fetching the script.',
      /did not start\. The browser doesn't trust the certificate of this page.*http:\/\/localhost.*mkcert/,
    ],
    [
      'The user denied permission to use Service Worker.',
      /did not start\. The browser blocks the storage .*Allow cookies/,
    ],
    [
      'A bad HTTP response code (500) was received when fetching the script.',
      /could not be loaded: A bad HTTP response code \(500\)/,
    ],
  ])('rejects with the cause when the browser says "%s"', async (reason, message) => {
    const said = `Failed to register a ServiceWorker for scope ('/') with script ('/x.js'): ${reason}`;
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new DOMException(said));
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(startMock(createMock(), { quiet: true, serviceWorker: { url: '/x.js' } })).rejects.toThrow(message);
  });

  test('rejects with the allowed values for an unknown value of persist', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const message = 'The option "persist" must be one of: session, local; found "forever".';
    await expect(startMock(createMock(), { persist: 'forever' as 'local' })).rejects.toThrow(message);
    expect(printed).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(message));
  });

  test('rejects in a page that has started MSW itself, with how to share the worker', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const own = setupWorker();
    await own.start({ quiet: true, onUnhandledFrame: 'bypass' });
    onTestFinished(async () => {
      printed.mockRestore();
      await own.stop();
    });
    const started = startMock(createMock(), { quiet: true, onUnhandledFrame: 'bypass' });
    await expect(started).rejects.toThrow(
      /Something else in this page has started MSW.*worker\.use\(\.\.\.handlers\(mock\)\)/,
    );
  });
});

describe('after a second startMock(), as with hot module replacement,', () => {
  const quiet = { quiet: true, onUnhandledFrame: 'error' } as const;
  const statusOf = async (headers = { authorization: 'Bearer svc_mock' }) =>
    (await fetch('https://issues.test/api/v1/projects', { headers })).status;

  test('the new mock responds through the same worker', async () => {
    const [first, second] = [createMock(), createMock()];
    second.faults.add({ status: 403, times: null });
    const worker = await startMock(first, quiet);
    onTestFinished(async () => void (await worker.stop()));
    expect(await statusOf()).toBe(200);
    first.faults.add({ delayMs: 3_600_000 });
    const delayed = statusOf();
    await expect.poll(() => first.requests.all()).toHaveLength(2);
    expect(await startMock(second, quiet)).toBe(worker);
    expect(await statusOf()).toBe(403);
    // Of the earlier mock nothing waits any longer.
    expect(await delayed).toBe(200);
    expect(first.requests.all()).toHaveLength(2);
  });

  test('a call that waits for a token of the new mock continues, and clients share no state with the earlier mock', async () => {
    const [first, second] = [createMock(), createMock()];
    const worker = await startMock(first, quiet);
    onTestFinished(async () => void (await worker.stop()));
    const { baseUrl } = first;
    const known = new IssueTrackingClient({ baseUrl, accessToken: () => 'svc_mock', retry: { limit: 0 } });
    first.faults.add({ status: 429, headers: { 'retry-after': '60' } });
    await expect(known.projects.list()).rejects.toMatchObject({ name: 'RateLimitError' });

    // A module that is replaced calls before its mock is imported again.
    const accessToken = async () => {
      await startMock(second, quiet);
      // Another key than that of the client whose calls the earlier mock has paused.
      const organizationId = second.world.organizations.find()[0]?.id ?? '';
      return second.world.apiKeys.create({ organizationId }).key;
    };
    expect((await new IssueTrackingClient({ baseUrl, accessToken }).projects.list()).total).toBe(1);
    expect((await known.projects.list()).total).toBe(1);
  });

  test('the last of concurrent mocks responds, and after stop() the next one', async () => {
    const [first, second] = [createMock(), createMock()];
    const [worker] = await Promise.all([startMock(first, quiet), startMock(first, quiet), startMock(second, quiet)]);
    await statusOf();
    expect([first, second].map(({ requests }) => requests.all().length)).toEqual([0, 1]);
    await worker.stop();
    const again = await startMock(first, quiet);
    onTestFinished(async () => void (await again.stop()));
    await statusOf();
    expect(first.requests.all()).toHaveLength(1);
  });

  test('the new mock has the persisted records, and the earlier mock persists none', async () => {
    onTestFinished(() => sessionStorage.clear());
    const [first, second] = [createMock(), createMock()];
    const worker = await startMock(first, { ...quiet, persist: 'session' });
    first.world.issues.create({ projectId: 'prj_web', title: 'Made before the edit' });
    await startMock(second, { ...quiet, persist: 'session' });
    const titles = (mock: Mock) => mock.world.issues.find({ projectId: 'prj_web' }).map(({ title }) => title);
    expect(titles(second)).toContain('Made before the edit');
    first.world.issues.create({ projectId: 'prj_web', title: 'Made after it' });
    second.world.issues.create({ projectId: 'prj_web', title: 'Kept' });
    await worker.stop();
    const third = createMock();
    const again = await startMock(third, { ...quiet, persist: 'session' });
    onTestFinished(async () => void (await again.stop()));
    expect(titles(third)).toContain('Kept');
    expect(titles(third)).not.toContain('Made after it');
  });
});

test('a client of a mock behind the worker is reset with the mock, and fails when the worker stops [AUTH-7]', async () => {
  const mock = createMock({ baseUrl: location.origin });
  const worker = await startMock(mock, { quiet: true, onUnhandledFrame: 'bypass' });
  const client = new IssueTrackingClient({
    baseUrl: location.origin,
    accessToken: () => 'svc_mock',
    retry: { limit: 0 },
  });
  mock.world.apiKeys.update({ key: 'svc_mock' }, { revoked: true });
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
