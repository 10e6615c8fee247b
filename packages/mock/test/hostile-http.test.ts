import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { closed, exchange, open, type RawResponse, readResponse } from './raw-http.ts';
import { type Served, serve } from './served.ts';

const head = 'Host: localhost\r\nAuthorization: Bearer svc_acme\r\n';
const comments = '/api/v1/projects/prj_web/issues/1/comments';

/**
 * Every test leaves a server that answers the next request as ever, and has added no comment. A server that waits only
 * for moments may take a request of a busy machine for a slow one: it is asked again.
 */
let served: Served;
async function hostile(...options: Parameters<typeof serve>): Promise<Served> {
  served = await serve(...options);
  return served;
}
afterEach(async () => {
  const comments = () => served.get('/projects/prj_web/issues/1/comments');
  await expect.poll(comments).toMatchObject({ status: 200, body: { total: 2 } });
});

function isClear({ status, body, headers }: RawResponse): number {
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body)).toEqual({
    error: expect.any(String),
    ...('details' in JSON.parse(body) && { details: expect.any(Array) }),
  });
  return status;
}

test.each([
  ['//evil.example/api/v1/projects', 404],
  ['//evil.example', 404],
  ['/\\evil.example', 404],
  ['/api/v1//projects', 404],
  ['/api/v1/projects/', 404],
  ['/API/v1/projects', 404],
  ['/api/extension/issues', 404],
  ['/api/v1/projects/../projects', 404],
  ['/api/v1/projects/%2e%2e/issues', 400],
  ['/api/v1/projects#top', 404],
  ['/__mock/../api/v1/projects', 404],
  ['/%5f%5fmock/state', 404],
  ['/api/v1/projects/%/issues', 400],
  ['/api/v1/projects/%E0%A4%A/issues', 400],
  ['/api/v1/projects/%C0%AF/issues', 400],
  ['/api/v1/projects/%00/issues', 404],
  ['/api/v1/projects/a%2Fissues', 404],
  ['/api/v1/projects/prj_web/issues?page=1&page=2', 400],
  ['/api/v1/projects?__proto__=x&constructor=y', 200],
  ['/api/v1/projects?%', 200],
  ['http://evil.example/api/v1/projects', 400],
  ['http://localhost/api/v1/projects', 200],
  ['HTTP://LOCALHOST/api/v1//projects', 404],
  ['http://localhost@evil.example/api/v1/projects', 400],
  ['http://localhost:1/api/v1/projects', 400],
  ['evil.example:443', 400],
  ['*', 400],
  ['api/v1/projects', 400],
])('the request target %s gets %i and reaches no other address', async (target, status) => {
  const { url } = await hostile();
  const response = await exchange(url, `GET ${target} HTTP/1.1\r\n${head}\r\n`);
  expect(response.status).toBe(status);
  if (status !== 200) isClear(response);
});

test.each([
  ['NUL in the target', `GET /api/v1/\0projects HTTP/1.1\r\n${head}\r\n`, 400],
  ['overlong UTF-8 in the target', `GET /api/v1/projects/\xc0\xaf HTTP/1.1\r\n${head}\r\n`, 400],
  ['raw bytes in a header', `GET /api/v1/projects HTTP/1.1\r\n${head}X: \xff\xfe\r\n\r\n`, 200],
  ['NUL in a header', `GET /api/v1/projects HTTP/1.1\r\n${head}X: a\0b\r\n\r\n`, 400],
  ['a bare CR in a header', `GET /api/v1/projects HTTP/1.1\r\n${head}X: a\rb: c\r\n\r\n`, 400],
  ['a folded header', `GET /api/v1/projects HTTP/1.1\r\n${head}X: a\r\n b\r\n\r\n`, 400],
  ['a missing Host', 'GET /api/v1/projects HTTP/1.1\r\nAuthorization: Bearer svc_acme\r\n\r\n', 400],
  ['a missing Host in HTTP/1.0', 'GET /api/v1/projects HTTP/1.0\r\nAuthorization: Bearer svc_acme\r\n\r\n', 400],
  ['two Host headers', `GET /api/v1/projects HTTP/1.1\r\n${head}Host: evil.example\r\n\r\n`, 400],
  ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['an unknown method', `BREW /api/v1/projects HTTP/1.1\r\n${head}\r\n`, 400],
  ['the method TRACE', `TRACE /api/v1/projects HTTP/1.1\r\n${head}\r\n`, 405],
  ['the method CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${head}\r\n`, 400],
  [
    'an upgrade to another protocol',
    `GET /api/v1/projects HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    200,
  ],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['20 kB of headers', `GET /api/v1/projects HTTP/1.1\r\n${head}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'a 20 kB credential',
    `GET /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['a 20 kB target', `GET /api/v1/projects?q=${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, 431],
  [
    'two different Content-Length headers',
    `POST ${comments} HTTP/1.1\r\n${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
  ],
  [
    'Content-Length and chunks',
    `POST ${comments} HTTP/1.1\r\n${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a negative Content-Length', `POST ${comments} HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`, 400],
])('a request with %s gets the expected status and a JSON error', async (_what, request, status) => {
  const { url } = await hostile();
  const response = await exchange(url, request);
  expect(response.status).toBe(status);
  if (status !== 200) isClear(response);
});

test.each([
  ['incomplete JSON', '{"content":'],
  ['NUL', '{"content":"a\0b"}'],
  ['overlong UTF-8', '{"content":"\xc0\xaf"}'],
  ['a cut UTF-8 sequence', '{"content":"\xe2\x82"}'],
  ['deep JSON', `{"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['more than 1 MiB', `{"content":"${'x'.repeat(1_100_000)}"}`],
  ['a __proto__ member', '{"__proto__":{"content":"x"}}'],
])('a body of %s gets 400', async (_what, body) => {
  const { raw } = await hostile();
  const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
  expect(isClear(await raw(`POST ${comments}`, headers, body))).toBe(400);
});

test('a body over the limit gets 400 while the client still sends, and the connection stays open [GAP-16]', async () => {
  const { url } = await hostile();
  const socket = open(url);
  socket.write(`POST ${comments} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`);
  socket.write('x'.repeat(1_100_000));
  expect((await readResponse(socket)).status).toBe(400);
  socket.write('x'.repeat(900_000));
  socket.write(`GET /api/v1/projects HTTP/1.1\r\n${head}\r\n`);
  expect((await readResponse(socket)).status).toBe(200);
  socket.destroy();
});

const impatient = { headersTimeout: 30, requestTimeout: 60, keepAliveTimeout: 30, checkInterval: 5 };

describe('a connection that is reset', () => {
  const tunnel = 'CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const upgrade = `GET /api/v1/projects HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  const halfABody = `POST ${comments} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"con`;

  const answered = [
    ['in a tunnel', tunnel],
    ['in a tunnel that sends more', `${tunnel}${'x'.repeat(5000)}`],
    ['in an upgrade', upgrade],
    ['among many requests', `GET /api/v1/projects HTTP/1.1\r\n${head}\r\n`.repeat(100)],
    ['after bytes that are not HTTP', '\x16\x03\x01\0\xa5\x01'],
  ];
  const waitedFor = [
    ['before anything is sent', ''],
    ['in a head', 'GET /api/v1/projects HTTP/1.1\r\nHost: lo'],
    ['in a body', halfABody],
  ];

  async function reset(sent: string, afterAnswer: boolean): Promise<void> {
    const { url, get } = await hostile();
    const socket = open(url);
    await once(socket, 'connect');
    socket.write(sent, 'latin1');
    if (afterAnswer) await once(socket, 'data');
    const gone = closed(socket);
    socket.resetAndDestroy();
    await gone;
    expect((await get('/projects')).status).toBe(200);
  }

  test.each([...waitedFor, ...answered])('%s harms no other client', (_when, sent = '') => reset(sent, false));
  test.each(answered)('%s, after its response, harms no other client', (_when, sent = '') => reset(sent, true));
});

test('a half-sent head gets 408', async () => {
  const { url } = await hostile({}, {}, impatient);
  const socket = open(url);
  socket.write('GET /api/v1/projects HTTP/1.1\r\nHost: local');
  expect(isClear(await readResponse(socket))).toBe(408);
});

test('a head that arrives byte by byte gets 408', async () => {
  const { url } = await hostile({}, {}, impatient);
  const socket = open(url);
  const response = readResponse(socket);
  const drip = setInterval(() => socket.write('x'), 2);
  socket.write('GET /');
  expect((await response.finally(() => clearInterval(drip))).status).toBe(408);
});

test('a half-sent body gets 408', async () => {
  const { url } = await hostile({}, {}, impatient);
  const socket = open(url);
  socket.write(
    `POST ${comments} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"con`,
  );
  expect(isClear(await readResponse(socket))).toBe(408);
});

describe('a body that never arrives', () => {
  const bodiless = `POST ${comments} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n`;

  test('does not delay a 401', async () => {
    const { url } = await hostile();
    expect((await exchange(url, bodiless)).status).toBe(401);
  });

  test('does not keep its connection open', async () => {
    const { url } = await hostile({}, {}, impatient);
    const socket = open(url).resume();
    socket.write(bodiless);
    await closed(socket);
  });
});

test('a connection that sends nothing is closed', async () => {
  const { url } = await hostile({}, {}, impatient);
  const socket = open(url).resume();
  await closed(socket);
});

test('200 idle connections delay no request, and closing ends them', async () => {
  const { url, close, get } = await hostile();
  const sockets: Socket[] = [];
  for (let batch = 0; batch < 2; batch++) {
    const opened = Array.from({ length: 100 }, () => open(url));
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    sockets.push(...opened);
  }
  for (const socket of sockets.slice(0, 60)) socket.write('GET /api/v1/projects HTTP/1.1\r\nHost: lo');
  for (const socket of sockets.slice(60, 120)) socket.write(`GET /api/v1/projects HTTP/1.1\r\n${head}\r\n`);
  expect((await get('/projects')).status).toBe(200);
  const ended = Promise.all(sockets.map((socket) => closed(socket.resume())));
  await close();
  await ended;
  await hostile();
});

test('pipelined requests get their responses in order', async () => {
  const { url } = await hostile();
  const socket = open(url);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`GET /api/v1/projects HTTP/1.1\r\n${head}\r\n`.repeat(50));
  socket.write(`GET /api/v1/nothing HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
  await closed(socket);
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(50);
  expect(text.indexOf('HTTP/1.1 404')).toBeGreaterThan(text.lastIndexOf('HTTP/1.1 200'));
});
