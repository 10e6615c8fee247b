import { expect, test, vi } from 'vitest';
import { closed, open } from '../../test/raw-http.ts';
import { serve } from '../../test/served.ts';
import { methods } from '../control/methods.ts';

const json = { 'content-type': 'application/json' };

test('an unknown method gets 404 with the nearest name, another verb gets 405 with Allow', async () => {
  const { control, raw } = await serve();
  expect(await control('fault.add')).toEqual({
    status: 404,
    body: { error: 'There is no method "fault.add"; did you mean faults.add?' },
  });
  for (const path of ['nothing', 'reset/', '/reset', 'RESET', '../api/v1/projects', 'constructor'])
    expect((await raw(`GET /__mock/${path}`)).status).toBe(404);
  expect(await raw('GET /__mock/reset')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  expect(await raw('POST /__mock/events')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  expect((await raw('GET /__mock?x=1')).status).toBe(200);
});

test('query parameters are refused, instead of taken for nothing', async () => {
  const { raw, control } = await serve();
  const before = await control('world.issues.find');
  for (const line of ['world.issues.delete?where=x', 'world.issues.find?status=open', 'reset?&name=x']) {
    const { status, body } = await raw(`POST /__mock/${line}`, json, '{}');
    expect([line, status]).toEqual([line, 400]);
    expect(JSON.parse(body).details[0]).toMatchObject({
      field: expect.stringMatching(/^query\.(where|status|name)$/),
      message: expect.stringContaining('as a JSON body'),
    });
  }
  expect(await control('world.issues.find')).toEqual(before);
  expect((await raw('POST /__mock/world.issues.find?', json, '{}')).status).toBe(200);
});

test('each call without a body equals a call with {}, and needs no content type', async () => {
  const { raw } = await serve();
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
  for (const name of Object.keys(methods)) {
    const line = `POST /__mock/${name}`;
    const { status } = await raw(line, json, '{}');
    for (const headers of [{}, { 'content-length': '0' }, form]) {
      const answer = await raw(line, headers);
      expect([line, answer.status, answer.body]).toEqual([line, status, expect.not.stringContaining('content-type')]);
    }
  }
});

test('calls without a body, also in chunks, share a connection', async () => {
  const { url } = await serve();
  const socket = open(url);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  const head = `POST /__mock/reset HTTP/1.1\r\nhost: ${new URL(url).host}\r\n`;
  const chunked = 'transfer-encoding: chunked\r\n\r\n0\r\n\r\n';
  socket.write(`${head}\r\n${head}${chunked}${head}connection: close\r\n\r\n`);
  await closed(socket);
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
});

test('a malformed or deeply nested body gets 400, and later calls are served', async () => {
  const { raw, control } = await serve();
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const body of [deep, `{"status":500,"body":${deep}}`, '{"status":500,"__proto__":{"x":1}}', '{'])
    expect((await raw('POST /__mock/faults.add', json, body)).status).toBe(400);
  expect((await control('requests.all')).body).toEqual([]);
});

test('the OpenAPI document of the API has the URL of this server', async () => {
  const { url } = await serve();
  expect(await (await fetch(`${url}/__mock/openapi.json`)).json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url }],
  });
});

test('the event stream has one event per request', async () => {
  const { url, get, close } = await serve();
  const response = await fetch(`${url}/__mock/events`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
  })();
  await get('/projects');
  await get('/nothing');
  await vi.waitUntil(() => text.match(/event: request/g)?.length === 2);
  expect(text).toMatch(/event: request\ndata: {.*"path":"\/api\/v1\/projects".*"status":200.*}\n\n/);
  await close();
  await reading;
});
