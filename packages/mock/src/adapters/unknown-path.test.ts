import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { HttpResponse, http } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';

const headers = { authorization: 'Bearer svc_mock' };
const own = 'https://issues.test/api/session';

test('a path that the API does not have gets 404 by default [GAP-25]', async () => {
  expect((await createMock().fetch(own, { headers })).status).toBe(404);
  expect((await createMock({ unknownPath: 'reject' }).fetch(own, { headers })).status).toBe(404);
  expect(() => createMock({ unknownPath: 'ignore' as 'reject' })).toThrow('The option "unknownPath" must be one of');
});

test('with passthrough, mock.fetch passes an unknown path to the global fetch, but no path of the API', async () => {
  const passed = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('own'));
  onTestFinished(() => void vi.restoreAllMocks());
  const mock = createMock({ unknownPath: 'passthrough' });
  const init = { method: 'POST', body: '{}', headers };
  expect(await (await mock.fetch(own, init)).text()).toBe('own');
  expect(passed.mock.calls).toEqual([[own, init]]);
  expect((await mock.fetch('https://issues.test/api/v1/projects', { headers })).status).toBe(200);
  expect((await mock.fetch('https://issues.test/api/v1/projects', { ...init, method: 'PATCH' })).status).toBe(405);
  expect(passed).toHaveBeenCalledTimes(1);
  expect(mock.requests.find({ path: '/api/session' })).toEqual([]);
});

test('with passthrough, and mock.fetch in place of the global, an unknown path goes to the fetch that it replaced', async () => {
  vi.stubGlobal('fetch', async () => new Response('own'));
  onTestFinished(() => void vi.unstubAllGlobals());
  const mock = createMock({ unknownPath: 'passthrough' });
  vi.stubGlobal('fetch', mock.fetch);
  expect(await (await fetch(own, { headers })).text()).toBe('own');
});

test.each<[string, (fetch: typeof globalThis.fetch) => typeof globalThis.fetch]>([
  ['vi.fn(mock.fetch)', (fetch) => vi.fn(fetch)],
  ['an arrow function', (fetch) => (input, init) => fetch(input, init)],
  ['a function that drops the options', (fetch) => (input) => fetch(input)],
  [
    'a function that waits for a token first, and makes a request of its own',
    (fetch) => async (input, init) => {
      await new Promise((resolve) => setImmediate(resolve));
      return fetch(new Request(new URL(String(input instanceof Request ? input.url : input)), init));
    },
  ],
])('with passthrough, and %s in place of the global, an unknown path fails instead of coming back', async (_, wrap) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const mock = createMock({ unknownPath: 'passthrough' });
  const wrapper = vi.fn(wrap(mock.fetch));
  vi.stubGlobal('fetch', wrapper);
  await expect(fetch(own)).rejects.toThrow(
    `GET ${own} is no request to the API, and was passed on to globalThis.fetch, which leads back to the mock. ` +
      'Replace globalThis.fetch by mock.fetch itself',
  );
  expect(wrapper).toHaveBeenCalledTimes(2);
  // A request that has failed may be sent again, and one to the API is served.
  await expect(mock.fetch(new Request(own))).rejects.toThrow('leads back to the mock');
  expect((await mock.fetch('https://issues.test/api/v1/projects', { headers })).status).toBe(200);
});

test('with passthrough, a function in place of the global may send other requests, equal ones at once, and the same later', async () => {
  vi.stubGlobal('fetch', async () => new Response('own'));
  onTestFinished(() => void vi.unstubAllGlobals());
  const network = globalThis.fetch;
  const mock = createMock({ unknownPath: 'passthrough' });
  let later: Promise<Response> | undefined;
  vi.stubGlobal('fetch', async (input: string) => {
    if (input.endsWith('/token')) return network(input);
    await mock.fetch('https://issues.test/api/token');
    const response = await network(input);
    later ??= new Promise((resolve) => setTimeout(resolve)).then(() => mock.fetch(input));
    return response;
  });
  const answers = await Promise.all([mock.fetch(own), mock.fetch(own)]);
  if (later) answers.push(await later);
  expect(answers).toHaveLength(3);
  for (const answer of answers) expect(await answer.text()).toBe('own');
});

test('with passthrough, MSW passes an unknown path to its other handlers', async () => {
  const mock = createMock({ unknownPath: 'passthrough' });
  const server = setupMock(mock);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  await expect(fetch(own)).rejects.toThrow();
  server.use(
    http.all('https://issues.test/*', () => undefined),
    http.get(own, () => HttpResponse.json({ own: true })),
  );
  expect(await (await fetch(own)).json()).toEqual({ own: true });
  expect((await fetch('https://issues.test/api/v1/projects', { headers })).status).toBe(200);
});

test('with passthrough, the HTTP server responds with 404 to an unknown path', async () => {
  await using server = await listen(createMock({ unknownPath: 'passthrough' }));
  expect((await fetch(`${server.url}/api/session`)).status).toBe(404);
});

test.each([
  [
    'https://other.test/api/v1/projects',
    "is not below https://issues.test/api/, the address of the mock. Pass the baseUrl of mock.clientOptions to the client, or create the mock with createMock({ baseUrl: 'https://other.test' })",
  ],
  ['https://issues.test/a/api/v1/projects', "createMock({ baseUrl: 'https://issues.test/a' })"],
  [
    'https://issues.test/api/api/v1/projects',
    "has /api twice. A client's baseUrl must end before /api: 'https://issues.test'",
  ],
  [
    'https://issues.test//api/v1/projects',
    "Join base URL and path with one slash: 'https://issues.test/api/v1/projects'",
  ],
])('the error for the wrong base URL in %s says: %s [GEN-1]', async (url, message) => {
  await expect(createMock().fetch(url, { headers })).rejects.toThrow(message);
});
