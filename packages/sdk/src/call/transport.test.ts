import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { comment, issue } from '../../test/support/records.ts';
import { json } from '../../test/support/scripted-service.ts';

async function serve(answer: Parameters<typeof createServer>[1] & {}) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const apiKey = 'svc_transport';

test('a body goes out with its length and type, once more the same when it is sent again [EP-9]', async () => {
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

test('the path of baseUrl stays, and so does what is encoded in a segment [GEN-1]', async () => {
  const fetch = vi.fn(async (_url: RequestInfo | URL, _init?: RequestInit) => json({ data: issue() }));
  const client = new IssueTrackingClient({ baseUrl: 'https://issues.test/base/%2F', apiKey, fetch });
  await client.issues.get('a/b', 7);
  await client.request('GET', '/api/v1/x%2Fy', { query: { q: 'a b+c' } });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    'https://issues.test/base/%2F/api/v1/projects/a%2Fb/issues/7',
    'https://issues.test/base/%2F/api/v1/x%2Fy?q=a%20b%2Bc',
  ]);
});

test('a fetch that knows no Request of the platform gets none, and plain headers', async () => {
  const fetch = vi.fn(async (url: RequestInfo | URL, init?: RequestInit) => {
    if (typeof url !== 'string' || Object.getPrototypeOf(init?.headers) !== Object.prototype) throw new TypeError('?');
    return json({ data: comment('c1', 'Hello') }, { status: 201 });
  });
  const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, fetch });
  await client.issues.comments.create('prj_web', 7, { content: 'Hello' });
  expect(fetch).toHaveBeenCalledOnce();
});

test('an abort while the body comes closes the connection, also after a garbage collection', async () => {
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
