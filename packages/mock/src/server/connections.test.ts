import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { closed, open } from '../../test/raw-http.ts';
import { serve } from '../../test/served.ts';
import { serviceClockOf } from '../platform/clock/service-clock.ts';

const patient = { closeTimeout: 3_600_000 };

const body = '{"content":"Late"}';
const head =
  'POST /api/v1/projects/prj_web/issues/1/comments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_acme\r\n' +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

test('close() finishes a request in progress, then ends its connection', async () => {
  const { mock, url, close } = await serve({}, {}, patient);
  const socket = open(url);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(head);
  await vi.waitUntil(() => mock.requests.last());
  const ended = closed(socket);
  const closing = close();
  await expect(fetch(url)).rejects.toThrow();
  socket.write(body);
  await Promise.all([closing, ended]);
  expect(answer).toMatch(/^HTTP\/1\.1 201/);
  expect(answer).toContain('"content":"Late"');
});

test('close() responds at once to a request that a fault delays', async () => {
  const { mock, get, close } = await serve({}, {}, patient);
  mock.faults.add({ delayMs: 1000 });
  const slow = get('/projects');
  await vi.waitUntil(() => mock.requests.last()?.faultId);
  await close();
  expect((await slow).status).toBe(200);
});

test('close() ends idle connections and connections with an incomplete head', async () => {
  const { url, close, get } = await serve({}, {}, patient);
  await get('/projects');
  const silent = open(url);
  const half = open(url);
  await Promise.all([once(silent, 'connect'), once(half, 'connect')]);
  half.write('POST /api/v1/projects HTTP/1.1\r\nHost: ');
  const ended = Promise.all([closed(silent.resume()), closed(half.resume())]);
  await close();
  await ended;
});

test('close() ends connections that are still open after its timeout', async () => {
  const { mock, url, close } = await serve({}, {}, { closeTimeout: 1 });
  const slow = open(url);
  slow.write(head);
  await vi.waitUntil(() => mock.requests.last());
  const ended = closed(slow.resume());
  await close();
  await ended;
});

test('a second close() ends all connections at once', async () => {
  const { mock, url, close } = await serve({}, {}, patient);
  const slow = open(url);
  slow.write(head);
  await vi.waitUntil(() => mock.requests.last());
  const ended = closed(slow.resume());
  await Promise.all([close(), close()]);
  await ended;
});

test('the delay of a request ends when its client disconnects', async () => {
  const { mock, url } = await serve();
  const sleep = vi.spyOn(serviceClockOf(mock.clock), 'sleep');
  mock.faults.add({ delayMs: 1000 });
  const leaving = new AbortController();
  const left = fetch(`${url}/api/v1/projects`, {
    headers: { authorization: 'Bearer svc_acme' },
    signal: leaving.signal,
  });
  await vi.waitUntil(() => sleep.mock.calls.length === 1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await expect(sleep.mock.results[0]?.value).rejects.toThrow();
});
