import { virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { createSender, type SenderOptions } from './sender.ts';

type Fetch = typeof fetch;

/** Returns a sender to a service that does the same with each request. */
function sender(respond: (init: RequestInit) => Response | Promise<Response>, options: Partial<SenderOptions> = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const clock = virtualClock({ now: '2026-04-01T09:30:00.000Z', auto: true });
  const send = createSender({
    baseUrl: 'https://issues.test/base/',
    credential: { apiKey: 'svc_key' },
    fetch: (async (url: string, init: RequestInit = {}) => {
      requests.push({ url, init });
      return respond(init);
    }) as Fetch,
    clock,
    ...options,
  });
  return { send, requests, clock };
}

const { signal } = new AbortController();
const text = (body: readonly Uint8Array[] | undefined) => new TextDecoder().decode(body?.[0]);

test.each([200, 204, 302, 400, 401, 403, 404, 422, 429, 500, 503])(
  'a response with the status %i is a result, and does not block the next request',
  async (status) => {
    const { send, requests } = sender(() => new Response(status === 204 ? null : '<p>', { status }));
    for (let sent = 1; sent <= 2; sent++) {
      const response = await send({ method: 'GET', path: '/api/v1/projects' }, signal);
      expect([response.status, text(response.body)]).toEqual([status, status === 204 ? '' : '<p>']);
      expect(requests).toHaveLength(sent);
    }
  },
);

test('a request is sent unchanged, with the credential unless it is anonymous [AUTH-1]', async () => {
  const { send, requests } = sender(() => Response.json({}));
  const body = new Uint8Array([0xff, 0x7b]);
  await send({ method: 'PATCH', path: '/api/v1/x?a=1&a=2#', body, headers: { 'content-type': 'text/csv' } }, signal);
  await send({ method: 'HEAD', path: '//', anonymous: true }, signal);
  const [first, second] = requests;
  expect(first).toMatchObject({ url: 'https://issues.test/base/api/v1/x?a=1&a=2#', init: { method: 'PATCH', body } });
  expect(Object.fromEntries(new Headers(first?.init.headers))).toMatchObject({
    accept: 'application/json',
    authorization: 'Bearer svc_key',
    'content-type': 'text/csv',
  });
  expect(second).toMatchObject({ url: 'https://issues.test/base//', init: { method: 'HEAD', body: null } });
  expect(new Headers(second?.init.headers).has('authorization')).toBe(false);
});

test('requests stay within the rate limit', async () => {
  const { send, requests, clock } = sender(() => Response.json({}), { rateLimit: { requests: 2 } });
  const start = clock.now();
  for (let i = 0; i < 3; i++) await send({ method: 'GET', path: '/api/v1/projects' }, signal);
  expect(requests).toHaveLength(3);
  expect(clock.now() - start).toBeGreaterThanOrEqual(60_000);
});

test('an error without a response contains its cause, and not the credential', async () => {
  const cause = Object.assign(new TypeError('fetch failed'), { cause: new Error('ECONNREFUSED svc_key') });
  const lost = sender(() => Promise.reject(cause));
  const path = '/api/v1/projects';
  const error = await lost.send({ method: 'GET', path }, signal).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'ConnectionError', method: 'GET', path });
  expect(String(error)).not.toContain('svc_key');

  const silent = sender(() => new Promise(() => {}));
  await expect(silent.send({ method: 'GET', path }, signal)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('an abort ends a request in flight and a waiting one', async () => {
  const { send, requests } = sender(() => new Promise(() => {}), { rateLimit: { requests: 1 } });
  const stop = new AbortController();
  const calls = [1, 2].map(() => send({ method: 'GET', path: '/api/v1/projects' }, stop.signal));
  setImmediate(() => stop.abort('enough'));
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.init.signal?.aborted).toBe(true);
});

test('an endless body is dropped once it is larger than the client reads', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) });
  const { send } = sender(() => new Response(endless));
  await expect(send({ method: 'GET', path: '/api/v1/projects' }, signal)).resolves.toMatchObject({ body: undefined });
});

test('a signal that aborts during fetch causes no unhandled rejection', async () => {
  const stop = new AbortController();
  const { send } = sender(() => {
    stop.abort('enough');
    return Promise.reject(new Error('aborted'));
  });
  await expect(send({ method: 'GET', path: '/api/v1/projects' }, stop.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('an abort after the status line does not discard the response', async () => {
  const stop = new AbortController();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        stop.abort('enough');
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { send } = sender(() => new Response(body, { status: 201 }));
  const response = await send({ method: 'POST', path: '/api/v1/x' }, stop.signal);
  expect([response.status, text(response.body)]).toEqual([201, '{}']);
});
