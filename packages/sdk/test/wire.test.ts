import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ClientOptions, ConnectionError, IssueTrackingClient, systemClock } from '@issue-tracking/sdk';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../../tools/testing/random.ts';
import { goodKey, times } from './adversary/against.ts';
import { overSockets } from './adversary/service/over-sockets.ts';
import { Service } from './adversary/service/service.ts';
import type { Switches } from './adversary/service/switches.ts';
import { closedPort } from './support/closed-port.ts';
import { issue } from './support/records.ts';

const answer = JSON.stringify({ data: issue({ issueNumber: 1 }) });
const head = (length: number, more = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;
const whole = `${head(answer.length)}${answer}`;

let server: Server | undefined;
const sockets = new Set<Socket>();

/** Responds to each request, by its number from 1, on a real socket. */
async function serve(
  answer: (socket: Socket, request: number) => void,
): Promise<{ requests: () => number; baseUrl: string }> {
  let requests = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      const isHandshake = chunk[0] === 0x16;
      if (isHandshake || /^(GET|POST|PATCH) /.test(chunk.toString('latin1'))) answer(socket, ++requests);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { requests: () => requests, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

const timeout = 30_000;
const expirations = new Set<() => void>();

/** Ends the attempt under way as its timeout would. */
function expire(): void {
  for (const end of expirations) setImmediate(end);
  expirations.clear();
}

/** Waits pass at once; an attempt's time is up when the test says so. */
const clock: NonNullable<ClientOptions['clock']> = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (ms !== timeout) return resolve();
      expirations.add(resolve);
      signal?.addEventListener('abort', () => {
        expirations.delete(resolve);
        reject(signal.reason);
      });
    }),
};

function clientFor(baseUrl: string): IssueTrackingClient {
  return new IssueTrackingClient({ baseUrl, apiKey: 'svc_wire', clock, timeout });
}

const breakages: Record<string, (socket: Socket) => void> = {
  'a reset before the head': (socket) => socket.resetAndDestroy(),
  'half a head': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty'),
  'a truncated body': (socket) => socket.end(`${head(answer.length)}${answer.slice(0, 40)}`),
  'a reset in the body': (socket) => {
    socket.write(`${head(answer.length)}${answer.slice(0, 40)}`);
    setImmediate(() => socket.resetAndDestroy());
  },
  'garbage instead of gzip': (socket) => socket.end(`${head(7, 'content-encoding: gzip\r\n')}garbage`),
  'truncated gzip': (socket) => {
    const body = gzipSync(answer);
    socket.write(head(body.length, 'content-encoding: gzip\r\n'));
    socket.end(body.subarray(0, 20));
  },
  'bytes that are not HTTP': (socket) => socket.end('\x16\x03\x01\x02\x00'),
  'a head without an end': (socket) => socket.write('HTTP/1.1 200 OK\r\n', expire),
  'a body that stalls': (socket) => socket.write(`${head(answer.length)}${answer.slice(0, 10)}`, expire),
  'a body without a length, truncated after an inner bracket': (socket) =>
    socket.end(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${answer.slice(0, answer.indexOf('}') + 1)}`),
  'a chunked body without its last chunk': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"dat'),
};

describe.each(Object.entries(breakages))('a response with %s', (_, breakage) => {
  test('is retried for a read, which then succeeds', async () => {
    const { requests, baseUrl } = await serve((socket, request) =>
      request === 1 ? breakage(socket) : socket.end(whole),
    );
    await expect(clientFor(baseUrl).issues.get('prj_web', 1)).resolves.toMatchObject({ title: 'Checkout hangs' });
    expect(requests()).toBe(2);
  });

  test('is not retried for a comment, which may have been applied', async () => {
    const { requests, baseUrl } = await serve(breakage);
    const call = clientFor(baseUrl).issues.comments.create('prj_web', 1, { content: 'x' });
    await expect(call).rejects.toMatchObject({
      mayHaveBeenApplied: true,
      name: expect.stringMatching(/^(Connection|Timeout|UnexpectedResponse)Error$/),
    });
    expect(requests()).toBe(1);
  });
});

test('a body of 400 MiB is not read to its end', async () => {
  let written = 0;
  const block = Buffer.alloc(1024 * 1024, ' ');
  const { baseUrl } = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n');
    const pour = () => {
      while (!socket.destroyed && written < 400 && socket.write(block)) written++;
      written++;
      if (!socket.destroyed && written < 400) socket.once('drain', pour);
    };
    pour();
  });
  await expect(clientFor(baseUrl).issues.get('prj_web', 1)).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
  expect(written).toBeLessThan(200);
});

test('a comment is retried after a refused connection, because nothing was sent [EP-12]', async () => {
  const { host, port, free } = await closedPort();
  const call = clientFor(`http://${host}:${port}`).issues.comments.create('prj_web', 1, { content: 'x' });
  await expect(call).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: false });
  await call.catch(({ attempts }) => expect(attempts).toHaveLength(5));
  free();
});

test('a comment was not applied after TLS to a plain port [EP-12]', async () => {
  const { baseUrl } = await serve((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const client = new IssueTrackingClient({
    baseUrl: baseUrl.replace('http:', 'https:'),
    apiKey: goodKey,
    retry: false,
  });
  const created = client.issues.comments.create('prj_web', 1, { content: 'never' });
  await expect(created).rejects.toThrow(ConnectionError);
  await expect(created).rejects.toMatchObject({ mayHaveBeenApplied: false });
});

test('a comment with the response 303 may have been applied [EP-12]', async () => {
  const { baseUrl } = await serve((socket) => socket.end('HTTP/1.1 303 See Other\r\nlocation: /elsewhere\r\n\r\n'));
  const created = clientFor(baseUrl).issues.comments.create('prj_web', 1, { content: 'perhaps' });
  await expect(created).rejects.toMatchObject({ mayHaveBeenApplied: true });
});

test.each(['60 ', '60\t', '60, 60', '59.5'])('a Retry-After of "%s" is 60 seconds [LIM-2]', async (value) => {
  const { requests, baseUrl } = await serve((socket) =>
    socket.end(`HTTP/1.1 429 Too Many Requests\r\nretry-after: ${value}\r\ncontent-length: 2\r\n\r\n{}`),
  );
  const client = new IssueTrackingClient({ baseUrl, apiKey: 'svc_wire', retry: { maxRetryAfter: 1_000 } });
  const call = client.issues.get('prj_web', 1);
  await expect(call).rejects.toMatchObject({ name: 'RateLimitError', retryAfterMs: 60_000 });
  expect(requests()).toBe(1);
});

test('a stale idle connection is replaced by a new one', async () => {
  const { requests, baseUrl } = await serve((socket, request) => {
    socket.write(whole);
    if (request === 1) setImmediate(() => socket.destroy());
  });
  const client = clientFor(baseUrl);
  await client.issues.get('prj_web', 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(client.issues.get('prj_web', 1)).resolves.toMatchObject({ issueNumber: 1 });
  expect(requests()).toBe(2);
});

/** The adversary on raw sockets, in real time. */
async function adversary(switches: Partial<Switches> = {}) {
  const service = new Service(systemClock, randomFrom(1), { latencyMs: [0, 0], ...switches });
  service.grant(goodKey);
  service.issues.add(systemClock.now() - 86_400_000);
  const { url, close } = await overSockets(service);
  onTestFinished(close);
  return { service, url, client: new IssueTrackingClient({ baseUrl: url, apiKey: goodKey }) };
}

test.each(['reset, landed', 'cut'] as const)(
  'after the loss "%s" the comment is found and not sent again [EP-12]',
  async (loss) => {
    const { client, service } = await adversary({ commentText: ['trim', 'lf', 'html'] });
    service.nextWritesMeet.push(loss);
    const content = '  <b>raw</b>\r\n';
    await client.issues.comments.create('prj_web', 1, { content }, { onLostResponse: 'check' });
    expect(service.comments(1)).toHaveLength(1);
  },
);

test('an update whose response was lost overwrites no other change [EP-9]', async () => {
  const { client, service } = await adversary();
  service.nextWritesMeet.push('reset, landed');
  const headers = { 'x-call': 'update' };
  const updated = client.issues.update('prj_web', 1, { status: 'fix_submitted' }, { headers }).catch(() => undefined);
  while (service.issues.find(1)?.states.length === 1) await new Promise((resolve) => setImmediate(resolve));
  service.verify(1);
  await updated;
  expect(service.issues.find(1)?.states.at(-1)).toMatchObject({ status: 'verified', by: 'person' });
});

test('a bad key in six clients with 60 calls causes at most 4 × 401 [AUTH-7]', async () => {
  const { service, url } = await adversary();
  const clients = times(6, () => new IssueTrackingClient({ baseUrl: url, apiKey: 'svc_neverGood' }));
  await Promise.allSettled(times(60, (n) => clients[n % 6]?.issues.get('prj_web', 1)));
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
});
