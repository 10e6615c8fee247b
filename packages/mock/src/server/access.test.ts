import { expect, test } from 'vitest';
import { exchange } from '../../test/raw-http.ts';
import { serve } from '../../test/served.ts';
import { stateOf } from '../../test/state-of.ts';
import { methods } from '../control/methods.ts';

const json = { 'content-type': 'application/json' };

test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'https://app.example'])(
  'a page of %s gets 403 for all paths, even if CORS allows its origin for the API',
  async (origin) => {
    const { raw, mock } = await serve({ cors: ['*', 'https://app.example'] });
    mock.faults.add({ status: 500 });
    for (const request of ['POST /__mock/faults.clear', 'GET /__mock/', 'POST /__mock/reset', 'GET /__mock/nothing']) {
      const { status, headers } = await raw(request, { origin, ...json });
      expect(status).toBe(403);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
    const preflight = { origin, 'access-control-request-method': 'POST' };
    expect((await raw('OPTIONS /__mock/reset', preflight)).status).toBe(403);
    expect(mock.faults.list()).toHaveLength(1);
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
  'a write with the content type "%s", which a page may send without a preflight, gets 400',
  async (type) => {
    const { raw, mock } = await serve();
    mock.faults.add({ status: 500 });
    const { status, body } = await raw('POST /__mock/reset', type ? { 'content-type': type } : {}, '{}');
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({
      error: 'Invalid input',
      details: [{ field: 'content-type', message: 'must be application/json' }],
    });
    expect(mock.faults.list()).toHaveLength(1);
  },
);

test('a cross-site request, such as for an image, gets 403', async () => {
  const { raw } = await serve();
  expect((await raw('GET /__mock/', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await raw('GET /__mock/', { 'sec-fetch-site': 'none' })).status).toBe(200);
});

test('a page on localhost may use the control API, with a preflight', async () => {
  const { raw } = await serve();
  const origin = 'http://localhost:6006';
  const asked = { origin, 'access-control-request-method': 'POST' };
  expect((await raw('OPTIONS /__mock/faults.clear', asked)).headers['access-control-allow-methods']).toContain('POST');
  const { status, headers } = await raw('POST /__mock/faults.clear', { origin });
  expect({ status, origin: headers['access-control-allow-origin'] }).toEqual({ status: 200, origin });
});

test('a control API with a token rejects requests without it', async () => {
  const { raw, url } = await serve({ token: 'tok-1' });
  for (const headers of [
    {},
    { authorization: 'Bearer tok-2' },
    { authorization: 'Bearer tok-' },
    { authorization: 'Bearer tok-11' },
    { 'x-mock-token': '' },
  ]) {
    const response = await raw('GET /__mock/', headers);
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  }
  expect((await raw('GET /__mock/', { authorization: 'Bearer tok-1' })).status).toBe(200);
  expect((await raw('GET /__mock/', { 'x-mock-token': 'tok-1' })).status).toBe(200);
  // The API is not behind it.
  expect((await exchange(url, 'GET /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n\r\n')).status).toBe(401);
});

test('a control API that other computers can reach needs a token', async () => {
  const open = await serve({ host: '0.0.0.0' });
  const { status, body } = await open.control('reset');
  expect(status).toBe(403);
  expect(body).toMatchObject({ error: expect.stringContaining('--token') });
  const { raw } = await serve({ host: '0.0.0.0', token: 'tok-1' });
  expect((await raw('GET /__mock/')).status).toBe(401);
  expect((await raw('GET /__mock/', { 'x-mock-token': 'tok-1' })).status).toBe(200);
});

test('each method and page checks host, origin, token and content type', async () => {
  const { raw, mock } = await serve({ token: 'tok-1' });
  const token = { 'x-mock-token': 'tok-1' };
  const before = stateOf(mock);
  const passed: string[] = [];
  const pages = ['', 'events', 'openapi.json'].map((page) => `GET /__mock/${page}`);
  for (const line of [...pages, ...Object.keys(methods).map((name) => `POST /__mock/${name}`)]) {
    const expectStatus = async (status: number, headers: Record<string, string>, body?: string) => {
      const answer = await raw(line, headers, body);
      if (answer.status !== status)
        passed.push(`${line} ${JSON.stringify(headers)} is ${answer.status}, not ${status}`);
    };
    await expectStatus(403, { ...token, ...json, host: 'evil.example' });
    await expectStatus(403, { ...token, ...json, origin: 'https://evil.example' });
    await expectStatus(403, { ...token, ...json, 'sec-fetch-site': 'cross-site' });
    await expectStatus(401, json);
    if (line.startsWith('POST')) await expectStatus(400, { ...token, 'content-type': 'text/plain' }, '{}');
  }
  expect(passed).toEqual([]);
  expect(stateOf(mock)).toEqual(before);
});
