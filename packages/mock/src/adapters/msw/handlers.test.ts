import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { http } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';

/** A mock that MSW answers the process's own `fetch` from, as it does in jsdom. */
function served() {
  const mock = createMock();
  const server = setupMock(mock);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  return mock;
}

const url = 'https://issues.test/api/v1/projects/prj_web/issues/1';
const origin = 'http://localhost:3000';
const json = { authorization: 'Bearer svc_mock', 'content-type': 'application/json' };

function printedErrors() {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  return { messages: () => error.mock.calls.map(([thrown]) => String((thrown as Error).message)) };
}

test('the response to a preflight, as jsdom sends it, allows the request', async () => {
  const mock = served();
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': 'authorization,content-type',
  });
  expect(mock.requests.all()).toEqual([]);
});

test('an OPTIONS request that is not a preflight gets 405 [GAP-25]', async () => {
  served();
  expect((await fetch(url, { method: 'OPTIONS', headers: { origin } })).status).toBe(405);
});

test('the response to a page of another origin exposes Date and Retry-After', async () => {
  served();
  const { headers } = await fetch(url, { headers: { origin, authorization: 'Bearer svc_mock' } });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-credentials')).toBe('true');
  expect(headers.get('access-control-expose-headers')).toMatch(/Retry-After.*Date/);
});

test('the response to a request without an origin has no CORS headers', async () => {
  served();
  const { headers } = await fetch(url, { headers: { authorization: 'Bearer svc_mock' } });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('a request that is aborted during its delay prints nothing', async () => {
  const mock = served();
  mock.faults.add({ delayMs: 3_600_000 });
  const printed = (['error', 'warn'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const controller = new AbortController();
  const asked = fetch(url, { headers: { authorization: 'Bearer svc_mock' }, signal: controller.signal });
  await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(1));
  controller.abort();
  await expect(asked).rejects.toThrow('aborted');
  await new Promise((resolve) => setImmediate(resolve));
  // A virtual clock that an earlier file left behind says so when a second is over.
  const own = printed.flatMap(({ mock: { calls } }) => calls).filter(([text]) => !/^virtualClock/.test(String(text)));
  expect(own).toEqual([]);
});

test('a request in flight at a reset gets its response', async () => {
  const mock = served();
  mock.faults.add({ delayMs: 3_600_000 });
  const asked = fetch(url, { headers: { authorization: 'Bearer svc_mock' } });
  await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(1));
  mock.reset();
  expect((await (await asked).json()).data.issueNumber).toBe(1);
});

test('a body that an own handler has read gets 500, and the console says what to do', async () => {
  const { messages } = printedErrors();
  const server = setupMock(
    createMock(),
    http.patch(url, async ({ request }) => void (await request.text())),
  );
  server.listen();
  onTestFinished(() => server.close());
  expect((await fetch(url, { method: 'PATCH', headers: json, body: '{}' })).status).toBe(500);
  expect(messages()).toEqual([expect.stringContaining('a handler before it must read that of request.clone()')]);
});

test('responses to happy-dom, which sends no Origin header, allow the origin of the page', async () => {
  served();
  vi.stubGlobal('location', new URL(origin));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) HappyDOM/21.0.4' };
  const preflight = await fetch(url, { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  const answer = await fetch(url, { headers: { ...headers, authorization: 'Bearer svc_mock' } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
});
