import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ConnectionError, type FetchLike, IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect, test, vi } from 'vitest';
import { issue } from '../../test/support/records.ts';
import { json } from '../../test/support/scripted-service.ts';

async function serve(answer: Parameters<typeof createServer>[1] & {}) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const apiKey = 'svc_transport';

test('a body is sent with its length and type, and a resend sends the same body [EP-9]', async () => {
  const bodies: string[] = [];
  const heads: IncomingMessage['headers'][] = [];
  const { baseUrl, close } = await serve(async (request, response) => {
    heads.push(request.headers);
    bodies.push(await text(request));
    response.writeHead(bodies.length === 1 ? 503 : 200, { 'content-type': 'application/json', connection: 'close' });
    response.end('{}');
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const changes: { status: 'open' | 'blocked' } = { status: 'open' };
  const client = new IssueTrackingClient({ baseUrl, apiKey, hooks: { onRetry: () => (changes.status = 'blocked') } });
  await client.request('PATCH', '/api/v1/projects/prj_web/issues/7', { body: changes });
  vi.restoreAllMocks();
  expect(bodies).toEqual(['{"status":"open"}', '{"status":"open"}']);
  for (const head of heads) {
    expect(head).toMatchObject({ 'content-type': 'application/json', 'content-length': '17' });
    expect(head).not.toHaveProperty('transfer-encoding');
    expect(head).not.toHaveProperty('cache-control');
  }
  close();
});

test('the path of baseUrl and encoded characters in a segment are kept [GEN-1]', async () => {
  const fetch = vi.fn(async (_url: RequestInfo | URL, _init?: RequestInit) => json({ data: issue() }));
  const client = new IssueTrackingClient({ baseUrl: 'https://issues.test/base/%2F', apiKey, fetch });
  await client.issues.get('a/b', 7);
  await client.request('GET', '/api/v1/x%2Fy', { query: { q: 'a b+c' } });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    'https://issues.test/base/%2F/api/v1/projects/a%2Fb/issues/7',
    'https://issues.test/base/%2F/api/v1/x%2Fy?q=a%20b%2Bc',
  ]);
});

test('a custom fetch gets a URL as text and plain members, never a Request', async () => {
  const fetch = vi.fn(async (_url: string, _init: { headers: object; signal: AbortSignal }) => json({ data: issue() }));
  const client = new IssueTrackingClient({
    baseUrl: 'https://issues.test',
    apiKey,
    fetch,
    headers: { 'X-Team': 'web' },
  });
  await client.issues.get('prj_web', 7);
  await client.issues.update('prj_web', 7, { priority: 'low' });
  await client.request('POST', '/api/v1/x');

  const url = 'https://issues.test/api/v1/projects/prj_web/issues/7';
  const headers = { accept: 'application/json', 'user-agent': expect.any(String), 'x-team': 'web' };
  const authorization = `Bearer ${apiKey}`;
  const typed = { 'content-type': 'application/json' };
  const common = { redirect: 'manual', signal: expect.any(AbortSignal) };
  expect(fetch.mock.calls).toEqual([
    [url, { ...common, method: 'GET', headers: { ...headers, authorization } }],
    [
      url,
      {
        ...common,
        method: 'PATCH',
        headers: { ...headers, authorization, ...typed },
        body: '{"priority":"low"}',
      },
    ],
    [
      'https://issues.test/api/v1/x',
      { ...common, method: 'POST', headers: { ...headers, authorization, ...typed }, body: null },
    ],
  ]);
  for (const [, init] of fetch.mock.calls) expect(Object.getPrototypeOf(init.headers)).toBe(Object.prototype);
});

test('an abort during the body closes the connection, also after a garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const reason = new Error('changed my mind');
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { baseUrl, close } = await serve((_request, response) => {
    const socket: Socket | null = response.socket;
    socket?.on('close', () => closed.resolve());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"data":', () => {
      // The head has to arrive before the garbage collection, which takes a turn or two of the event loop.
      setTimeout(() => {
        collectGarbage();
        setImmediate(() => controller.abort(reason));
      }, 20);
    });
  });
  const client = new IssueTrackingClient({ baseUrl, apiKey });
  await expect(client.issues.get('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
    cause: reason,
  });
  await closed.promise;
  close();
});

describe('a custom fetch', () => {
  const never = () => {
    throw new Error('must not be read');
  };
  const unreadable = new Proxy(new Error('x'), { get: never, getPrototypeOf: never, has: never });
  const headers = { get: () => null };

  test.each<[string, () => unknown]>([
    ['throws an error whose members throw', () => Promise.reject(unreadable)],
    [
      'throws an error whose cause throws',
      () => Promise.reject(Object.defineProperty(new TypeError('fetch failed'), 'cause', { get: never })),
    ],
    ['throws an error whose cause is unreadable', () => Promise.reject(new TypeError('x', { cause: unreadable }))],
    [
      'throws synchronously',
      () => {
        throw unreadable;
      },
    ],
    ['throws undefined', () => Promise.reject()],
    ['throws a symbol', () => Promise.reject(Symbol('thrown'))],
    ['resolves with undefined', async () => undefined],
    ['resolves with an object whose members throw', async () => Object.defineProperty({}, 'status', { get: never })],
    ['resolves without headers', async () => ({ status: 200, text: async () => '{}' })],
    ['returns headers that throw', async () => ({ status: 200, headers: { get: never }, text: async () => '{}' })],
    [
      'returns a 429 whose headers throw',
      async () => ({ status: 429, headers: { get: never }, text: async () => '{}' }),
    ],
    ['returns a body that throws', async () => Object.defineProperty({ status: 200, headers }, 'body', { get: never })],
    ['returns a text that is no string', async () => ({ status: 200, headers, text: async () => Symbol('text') })],
    [
      'returns chunks that are no bytes',
      async () => ({ status: 200, headers, body: { getReader: () => ({ read: async () => ({ value: 5 }) }) } }),
    ],
    [
      'returns undefined chunks without end',
      async () => ({ status: 200, headers, body: { getReader: () => ({ read: async () => ({}) }) } }),
    ],
  ])('that %s fails the call with a ConnectionError', async (_, fetch) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const client = new IssueTrackingClient({
      baseUrl: 'https://issues.test',
      apiKey,
      retry: false,
      // A value from a program without types.
      fetch: fetch as never,
    });
    const error = await client.issues.update('prj_web', 7, { status: 'open' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ mayHaveBeenApplied: true, sent: true });
    expect(inspect(error)).toContain('ConnectionError');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test.each([undefined, null, 'text', {}, { ok: true, status: 200, json: async () => ({ data: [] }) }])(
    'that resolves to %j fails the call after one attempt, with an error that names Response',
    async (value) => {
      const fetch = vi.fn(async () => value as never);
      const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, fetch });
      await expect(client.projects.list()).rejects.toThrow(
        /: fetch failed, and not because of the network: fetch must resolve to a Response, with status/,
      );
      expect(fetch).toHaveBeenCalledOnce();
    },
  );

  test('that resolves to a response of an earlier request fails the call after one attempt, and says why', async () => {
    const response = new Response('{"data":[],"total":0}', { headers: { 'content-type': 'application/json' } });
    const fetch = vi.fn(async () => response);
    const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, fetch });
    await client.projects.list();
    await expect(client.projects.list()).rejects.toThrow(
      /: fetch failed, .*neither read nor locked: a new one each time$/,
    );
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('that resolves to a response with a locked body fails the call after one attempt, and a write may have been applied', async () => {
    const fetch = vi.fn(async () => {
      const response = Response.json({ data: [], total: 0 });
      response.body?.getReader();
      return response;
    });
    const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, fetch });
    await expect(client.projects.list()).rejects.toThrow(/: fetch failed, .*neither read nor locked/);
    await expect(client.issues.update('prj_web', 7, { status: 'open' })).rejects.toMatchObject({
      mayHaveBeenApplied: true,
    });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('that adds a header which the platform refuses fails a POST after one attempt, certainly unsent', async () => {
    const fetch: FetchLike = (url, init) =>
      globalThis.fetch(url, { ...init, headers: { ...init.headers, upgrade: 'h2c' } }).catch((cause: unknown) => {
        throw new Error('the gateway client failed', { cause });
      });
    const client = new IssueTrackingClient({ baseUrl: 'http://127.0.0.1:8099', apiKey, fetch });
    await expect(client.issues.comments.create('prj_web', 7, { content: 'Hello' })).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringMatching(/: fetch refused the request, and nothing was sent: invalid upgrade header$/),
      sent: false,
      mayHaveBeenApplied: false,
      attempts: [{ error: 'ConnectionError' }],
    });
  });

  test('that has an error of its own fails the call after one attempt, and a write may have been applied', async () => {
    const bug = new TypeError("Cannot read properties of undefined (reading 'x')");
    const fetch = vi.fn(() => Promise.reject(bug));
    const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, fetch });
    await expect(client.issues.update('prj_web', 7, { status: 'open' })).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `PATCH /api/v1/projects/prj_web/issues/7: fetch failed, and not because of the network: ${bug.message}`,
      cause: { name: 'TypeError', message: bug.message },
      sent: true,
      mayHaveBeenApplied: true,
      attempts: [{ error: 'ConnectionError' }],
    });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('may return headers that have only get(), from which Retry-After is read', async () => {
    const values: Record<string, string> = { 'retry-after': '900' };
    const fetch = async () => ({
      status: 429,
      headers: { get: (name: string) => values[name] ?? null },
      text: async () => '{"error":"Too many requests"}',
    });
    const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, fetch });
    await expect(client.issues.get('prj_web', 7)).rejects.toMatchObject({
      name: 'RateLimitError',
      error: 'Too many requests',
      retryAfterMs: 900_000,
    });
  });
});

test('an endless body of empty chunks is rejected as too large', async () => {
  const empty = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)) });
  const client = new IssueTrackingClient({
    baseUrl: 'https://issues.test',
    apiKey,
    fetch: async () => new Response(empty),
  });
  await expect(client.issues.get('prj_web', 7)).rejects.toThrow('larger than the 4 MiB that the client reads');
});
