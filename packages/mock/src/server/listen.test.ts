import { createMock } from '@issue-tracking/mock';
import { listen, type ServedRequest } from '@issue-tracking/mock/server';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { open, readResponse } from '../../test/raw-http.ts';
import { serve } from '../../test/served.ts';

test('listen() serves a mock on a free port until its server is disposed', async () => {
  const mock = createMock();
  let url: string;
  {
    await using server = await listen(mock);
    ({ url } = server);
    const client = new IssueTrackingClient({ baseUrl: url, apiKey: 'svc_mock' });
    expect((await client.projects.list()).data.map(({ id }) => id)).toEqual(['prj_web']);
    await client.issues.update('prj_web', 1, { status: 'in_progress' });
    expect(await client.issues.get('prj_web', 1)).toMatchObject({ status: 'in_progress' });
  }
  await expect(fetch(url)).rejects.toThrow();
});

test('listen() serves a mock whose base URL has a path at the root', async () => {
  const { get } = await serve({}, { baseUrl: 'https://api.example/tracker' });
  expect((await get('/projects')).status).toBe(200);
});

test('listen() on a port in use rejects with the system error code, the port and a fix', async () => {
  const { url } = await serve();
  const port = Number(new URL(url).port);
  await expect(listen(createMock(), { port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: `Can't listen on port ${port} of 127.0.0.1: it is in use. Choose another with the option port; 0 is any free one.`,
    cause: { syscall: 'listen' },
  });
});

test('listen() on an address of another computer rejects with the system error code and a fix', async () => {
  await expect(listen(createMock(), { host: '192.0.2.1' })).rejects.toMatchObject({
    code: 'EADDRNOTAVAIL',
    message:
      "Can't listen on port 0 of 192.0.2.1: the system says EADDRNOTAVAIL. Choose another address with the option host.",
  });
});

test.each([
  [{ port: 70_000 }, 'The option "port" must be a whole number from 0 to 65535; found 70000.'],
  [{ port: '4010' }, 'The option "port" must be'],
  [{ host: '' }, 'The option "host" must be'],
  [{ token: '' }, 'The option "token" must be'],
  [{ token: 'two words' }, 'The option "token" must be'],
  [{ cors: 'app.example' }, 'The option "cors" must be "*", an origin'],
  [{ cors: true }, 'The option "cors" must be'],
  [{ allowHosts: 'mock.internal' }, 'The option "allowHosts" must be an array'],
  [{ latency: 1 }, 'listen() has no option "latency"'],
  [{ allowHost: 'mock.internal' }, 'listen() has no option "allowHost"; did you mean "allowHosts"?'],
])('listen() rejects the option %j', async (options, message) => {
  // Possible in JavaScript.
  await expect(listen(createMock(), options as never)).rejects.toThrow(message);
});

test('the URL of a server has an IPv6 address in brackets', async () => {
  const { get, url } = await serve({ host: '::1' });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await get('/projects')).status).toBe(200);
});

test('the root has the paths of the API and the control API', async () => {
  const { url } = await serve();
  expect(await (await fetch(url)).json()).toMatchObject({ api: '/api/v1/projects', control: '/__mock/' });
});

test('responses have nosniff, so that browsers do not render stored text as HTML', async () => {
  const { raw, post } = await serve();
  const { body } = await post('/projects/prj_web/issues/1/comments', { content: '<script>alert(1)</script>\r\n\0' });
  expect(body.data.content).toBe('<script>alert(1)</script>\r\n\0');
  const { headers } = await raw('GET /api/v1/projects/prj_web/issues/1/comments', { authorization: 'Bearer svc_acme' });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
});

test('the response to HEAD has the Content-Length of GET and no body [GAP-48]', async () => {
  const { raw, mock } = await serve();
  const head = { authorization: 'Bearer svc_acme', connection: 'close' };
  const { headers: whole } = await raw('GET /api/v1/projects', head);
  const { status, headers, body } = await raw('HEAD /api/v1/projects', head);
  expect({ status, length: headers['content-length'], body }).toEqual({
    status: 200,
    length: whole['content-length'],
    body: '',
  });
  mock.faults.add({ truncate: 1 });
  expect((await raw('HEAD /api/v1/projects', head)).status).toBe(200);
});

test('failed authentications are counted by client address [GAP-21] [AUTH-7]', async () => {
  const { as } = await serve();
  for (const wrong of ['svc_1', 'svc_2', 'svc_3', 'svc_4', 'svc_5']) {
    expect((await as(wrong).get('/projects')).status).toBe(401);
  }
  expect((await as('svc_6').get('/projects')).status).toBe(429);
  expect((await as('svc_acme').get('/projects')).status).toBe(200);
});

test('a function as source receives the whole request [GAP-21]', async () => {
  const seen: string[] = [];
  const { as, url } = await serve(
    {},
    {
      source(request) {
        seen.push(`${request.method} ${request.url}`);
        return request.headers.get('x-forwarded-for') ?? '';
      },
    },
  );
  const from = (address: string) =>
    as('svc_wrong').get('/projects?organizationSlug=acme', { 'x-forwarded-for': address });
  for (let failure = 0; failure < 5; failure++) await from('10.0.0.1');
  expect((await from('10.0.0.1')).status).toBe(429);
  expect((await from('10.0.0.2')).status).toBe(401);
  expect(seen[0]).toBe(`GET ${url}/api/v1/projects?organizationSlug=acme`);
});

test('a request with two Authorization headers gets 401, as with fetch(), which joins them [AUTH-3]', async () => {
  const { url } = await serve();
  const socket = open(url);
  socket.write('GET /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_acme\r\n');
  socket.write('Authorization: Bearer svc_acme\r\n\r\n');
  expect((await readResponse(socket)).status).toBe(401);
  socket.destroy();
});

test('a fault can drop the connection before and after the effect', async () => {
  const { mock, get, post } = await serve();
  mock.faults.add({ endpoint: 'issues.comments.create', drop: true });
  mock.faults.add({ endpoint: 'issues.comments.create', drop: true, when: 'after' });
  const add = () => post('/projects/prj_web/issues/1/comments', { content: 'third' });
  await expect(add()).rejects.toThrow();
  expect((await get('/projects/prj_web/issues/1/comments')).body.total).toBe(2);
  await expect(add()).rejects.toThrow();
  expect((await get('/projects/prj_web/issues/1/comments')).body.total).toBe(3);
});

test('a fault can truncate a body after its full Content-Length', async () => {
  const { mock, raw, get } = await serve();
  const whole = (await raw('GET /api/v1/projects', { authorization: 'Bearer svc_acme' })).body;
  for (const truncate of [0, 1, 100]) {
    mock.faults.add({ truncate });
    const { status, headers, body } = await raw('GET /api/v1/projects', { authorization: 'Bearer svc_acme' });
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(whole)));
    expect(body).toBe(whole.slice(0, truncate));
  }
  mock.faults.add({ truncate: 1 });
  await expect(get('/projects')).rejects.toThrow();
});

test('a fault can respond with any headers and a non-JSON body', async () => {
  const { mock, url } = await serve();
  mock.faults.add({ status: 503, headers: { 'Retry-After': '7', 'content-type': 'text/html' }, body: '<h1>é' });
  const response = await fetch(`${url}/api/v1/projects`, { headers: { authorization: 'Bearer svc_acme' } });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('7');
  expect(response.headers.get('content-type')).toBe('text/html');
  expect(await response.text()).toBe('<h1>é');
});

test('the delay of a response follows the clock of the mock', async () => {
  const { mock, get, control } = await serve();
  mock.faults.add({ delayMs: 60_000 });
  const slow = get('/projects');
  await vi.waitUntil(() => mock.requests.last());
  await control('clock.advance', { ms: 60_000 });
  expect((await slow).status).toBe(200);
});

test('the latency delays responses of the API, but not of the control API', async () => {
  const { mock, get, control, close } = await serve({}, { latencyMs: 3_600_000 });
  const answered = vi.fn();
  const slow = get('/projects').finally(answered);
  await vi.waitUntil(() => mock.requests.last()?.status === 200);
  expect((await control('requests.all')).status).toBe(200);
  expect(answered).not.toHaveBeenCalled();
  void close();
  void close();
  await expect(slow).rejects.toThrow();
});

test('onRequest receives each request to the API, with masked keys in its path', async () => {
  const requests: ServedRequest[] = [];
  const { mock, get } = await serve({ onRequest: (request) => requests.push(request) });
  await get('/projects/prj_web/issues?limit=1');
  await get('/svc_secret_of_somebody');
  mock.faults.add({ drop: true });
  await expect(get('/projects')).rejects.toThrow();
  await vi.waitUntil(() => requests.length === 3);
  expect(requests).toMatchObject([
    { method: 'GET', path: '/api/v1/projects/prj_web/issues', status: 200 },
    { method: 'GET', path: '/api/v1/svc_…body', status: 404 },
    { method: 'GET', path: '/api/v1/projects', status: null },
  ]);
});

test('an error of a user’s function gets 500 without a stack, and later requests are served [ERR-5]', async () => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { get } = await serve(
    {},
    {
      source: () => {
        throw new Error('mine');
      },
    },
  );
  const { status, body } = await get('/projects', { authorization: 'Bearer svc_unknown' });
  expect({ status, body }).toEqual({ status: 500, body: { error: 'Internal server error' } });
  expect(shown).toHaveBeenCalledWith(expect.objectContaining({ message: 'mine' }));
  shown.mockRestore();
  expect((await get('/projects')).status).toBe(200);
});

test('a client that disconnects while it sends a body causes no error', async () => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => {});
  const requests: ServedRequest[] = [];
  const { url, get, mock } = await serve({ onRequest: (request) => requests.push(request) });
  const socket = open(url);
  socket.write('POST /api/v1/projects/prj_web/issues/1/comments HTTP/1.1\r\nHost: localhost\r\n');
  socket.write('Authorization: Bearer svc_acme\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"con');
  await vi.waitUntil(() => mock.requests.last());
  socket.destroy();
  await vi.waitUntil(() => requests.length === 1);
  expect(requests[0]).toMatchObject({ status: null });
  expect((await get('/projects/prj_web/issues/1/comments')).body.total).toBe(2);
  expect(shown).not.toHaveBeenCalled();
  shown.mockRestore();
});
