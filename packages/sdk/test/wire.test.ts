import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import { afterEach, describe, expect, test } from 'vitest';
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
      if (/^(GET|POST|PATCH) /.test(chunk.toString('latin1'))) answer(socket, ++requests);
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

test('a comment is retried after a refused connection, because nothing was sent', async () => {
  const { host, port, free } = await closedPort();
  const call = clientFor(`http://${host}:${port}`).issues.comments.create('prj_web', 1, { content: 'x' });
  await expect(call).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: false });
  await call.catch(({ attempts }) => expect(attempts).toHaveLength(5));
  free();
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
