import { STATUS_CODES } from 'node:http';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const headers = { authorization: 'Bearer svc_mock' };

test.each([
  ['https://issues.test', 'https://issues.test/api/v1/projects'],
  ['https://issues.test/', 'https://issues.test/api/v1/projects'],
  ['https://issues.test/tracker', 'https://issues.test/tracker/api/v1/projects'],
  ['https://issues.test/a/b/', 'https://issues.test/a/b/api/v1/projects'],
  ['http://localhost:4010', 'http://localhost:4010/api/v1/projects'],
  ['*', 'https://anything.example/api/v1/projects'],
])('a mock at %s serves %s [GEN-1]', async (baseUrl, url) => {
  const { fetch } = createMock({ baseUrl });
  for (const input of [url, new URL(url), new Request(url)]) expect((await fetch(input, { headers })).status).toBe(200);
  expect((await fetch(new Request(url, { headers }))).status).toBe(200);
});

test.each([
  ['https://issues.test', 'https://issues.test/'],
  ['https://issues.test', 'https://issues.test/api'],
  ['https://issues.test', 'https://issues.test/API/v1/projects'],
  ['https://issues.test', 'https://other.test/api/v1/projects'],
  ['https://issues.test', 'http://issues.test/api/v1/projects'],
  ['https://issues.test', 'https://issues.test:8443/api/v1/projects'],
  ['https://issues.test/tracker', 'https://issues.test/api/v1/projects'],
  ['https://issues.test/tracker', 'https://issues.test/tracker2/api/v1/projects'],
  ['https://issues.test', 'https://issues.test/tracker/../../..//api/v1/projects'],
  ['*', 'https://issues.test/tracker/api/v1/projects'],
])('a mock at %s rejects %s and names its address [GEN-1] [GEN-7]', async (baseUrl, url) => {
  await expect(createMock({ baseUrl }).fetch(url, { headers })).rejects.toThrow(`is not below ${baseUrl}/api/`);
});

test.each([
  '',
  'issues.test',
  'ftp://issues.test',
  'https://issues.test?x=1',
  'https://issues.test#x',
  'https://a:b@issues.test',
])('createMock() rejects the base URL %j [GEN-1]', (baseUrl) => {
  expect(() => createMock({ baseUrl })).toThrow('baseUrl must be');
});

test.each(['https://issues.test/api/v1', 'https://issues.test/api/v1/'])(
  'createMock() rejects the base URL %s and suggests a valid one [GEN-1]',
  (baseUrl) => {
    expect(() => createMock({ baseUrl })).toThrow('baseUrl must end before /api/v1: use "https://issues.test".');
  },
);

test('mock.baseUrl is normalized, without a trailing slash [GEN-1]', () => {
  expect(createMock({ baseUrl: 'https://Issues.test/a/' }).baseUrl).toBe('https://issues.test/a');
  expect(createMock({ baseUrl: '*' }).clientOptions.baseUrl).toBe('https://issues.test');
});

test('mock.fetch accepts and rejects the same arguments as fetch()', async () => {
  const { mock } = service();
  const url = `${mock.baseUrl}/api/v1/projects/prj_web/issues/1`;
  const authorization = 'Bearer svc_acme';
  const json = { authorization, 'content-type': 'application/json' };
  const body = '{"status":"blocked"}';
  const inits = (): RequestInit[] => [
    { method: 'PATCH', headers: json, body },
    { method: 'PATCH', headers: new Headers(json), body: new TextEncoder().encode(body) },
    { method: 'PATCH', headers: Object.entries(json) as [string, string][], body: new Blob([body]) },
    { method: 'PATCH', headers: json, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit,
  ];
  for (const init of inits()) expect((await mock.fetch(url, init)).status).toBe(200);
  for (const init of inits()) expect((await mock.fetch(new Request(url, init))).status).toBe(200);
  expect(
    (await mock.fetch(new Request(url, { method: 'PATCH', headers: json, body }), { body: '{"status":"x"}' })).status,
  ).toBe(400);
  expect((await mock.fetch(url, { method: 'get', headers: json })).status).toBe(200);
  expect((await mock.fetch(url, { method: 'PATCH', headers: { authorization }, body })).status).toBe(400);
  expect(
    (await mock.fetch(url, { method: 'PATCH', headers: { authorization }, body: new URLSearchParams('a=b') })).status,
  ).toBe(400);
  await expect(mock.fetch(url, { method: 'GET', body: 'x' })).rejects.toThrow(TypeError);
  await expect(mock.fetch(url, { method: 'no method' })).rejects.toThrow(TypeError);
  await expect(mock.fetch(url, { headers: { 'a b': 'c' } })).rejects.toThrow(TypeError);
  await expect(mock.fetch('/api/v1/projects')).rejects.toThrow('/api/v1/projects is not an absolute URL');
});

test('mock.fetch reads headers whose names keep their letter case, as those of happy-dom do', async () => {
  class Kept extends Headers {
    override *[Symbol.iterator](): HeadersIterator<[string, string]> {
      for (const [name, value] of this.entries()) yield [name.toUpperCase(), value];
    }
  }
  const { mock } = service();
  const headers = new Kept({ authorization: 'Bearer svc_acme' });
  expect((await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers })).status).toBe(200);
});

test('mock.fetch accepts the Request of another fetch', async () => {
  const { mock } = service();
  const json = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
  const url = `${mock.baseUrl}/api/v1/projects/prj_web/issues/1`;
  const { method, headers, body, signal } = new Request(url, { method: 'PATCH', headers: json, body: '{}' });
  const foreign = { url, method, headers, body, signal } as Request;
  expect((await mock.fetch(foreign)).status).toBe(200);
});

test('mock.fetch consumes the body of a Request, as fetch() does', async () => {
  const { baseUrl, fetch } = createMock();
  const headers = { authorization: 'Bearer svc_mock', 'content-type': 'application/json' };
  const body = '{"content":"once"}';
  const request = new Request(`${baseUrl}/api/v1/projects/prj_web/issues/1/comments`, {
    method: 'POST',
    headers,
    body,
  });
  expect((await fetch(request)).status).toBe(201);
  await expect(fetch(request)).rejects.toThrow(TypeError);
});

test('a response of mock.fetch has its url and the text of its status, as from a server', async () => {
  const { mock } = service();
  const url = `${mock.baseUrl}/api/v1/projects/prj_web/issues?limit=1`;
  const { fetch } = mock;
  const as = { headers: { authorization: 'Bearer svc_acme' } };
  expect(await fetch(`${url}#top`, as)).toMatchObject({ url, status: 200, statusText: 'OK', redirected: false });
  expect((await fetch(new Request(url, as))).clone()).toMatchObject({ url });
  for (const status of [201, 204, 304, 401, 404, 405, 429, 500, 503]) {
    mock.faults.add({ status });
    expect(await fetch(url, as)).toMatchObject({ status, statusText: STATUS_CODES[status] });
  }
});

describe('a redirect by a fault', () => {
  /** Redirects the next request of issue 1. */
  function redirecting(status: number, location: string) {
    const { mock } = service({ baseUrl: '*' });
    const at = (path: string) => `https://issues.test/api/v1${path}`;
    mock.faults.add({ issueNumber: 1, status, headers: { location } });
    return { mock, at, issue: at('/projects/prj_web/issues/1') };
  }
  const authorization = 'Bearer svc_acme';
  const json = { authorization, 'content-type': 'application/json' };

  test.each([301, 302, 303, 307, 308])('is followed after a GET: %i', async (status) => {
    const { mock, at, issue } = redirecting(status, '/api/v1/projects');
    const response = await mock.fetch(issue, { headers: { authorization } });
    expect(response).toMatchObject({ status: 200, url: at('/projects'), redirected: true });
  });

  test.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('after a POST: %i becomes a %s', async (status, method) => {
    const { mock, issue } = redirecting(status, '/api/v1/projects/prj_web/issues/2/comments');
    const body = '{"content":"again"}';
    await mock.fetch(`${issue}/comments`, { method: 'POST', headers: json, body });
    expect(mock.requests.last()).toMatchObject(
      method === 'GET' ? { method, path: expect.stringContaining('/2/') } : { method, body: JSON.parse(body) },
    );
    expect(mock.requests.last()?.headers['content-type']).toBe(method === 'GET' ? undefined : 'application/json');
  });

  test('with a body that can’t be sent again is an error', async () => {
    const { mock, issue } = redirecting(307, '/api/v1/projects');
    const request = new Request(`${issue}/comments`, { method: 'POST', headers: json, body: '{}' });
    await expect(mock.fetch(request)).rejects.toThrow('fetch failed: a 307 sends the body again');
  });

  test('takes the credential to the same origin only', async () => {
    const { mock, issue } = redirecting(302, 'https://other.test/api/v1/projects');
    expect((await mock.fetch(issue, { headers: { authorization } })).status).toBe(401);
  });

  test('is returned with redirect: manual, and an error with redirect: error, to another service, or without an end', async () => {
    const { mock, issue, at } = redirecting(302, '/api/v1/projects');
    const headers = { authorization };
    mock.faults.add({ issueNumber: 1, status: 302, headers: { location: issue } });
    mock.faults.add({ issueNumber: 1, status: 302, headers: { location: '/elsewhere' } });
    mock.faults.add({ issueNumber: 1, status: 302, headers: { location: issue }, times: null });
    for (const input of [issue, new Request(issue, { redirect: 'manual' })])
      expect((await mock.fetch(input, { headers, ...(input === issue && { redirect: 'manual' }) })).status).toBe(302);
    await expect(mock.fetch(issue, { headers })).rejects.toThrow('https://issues.test/elsewhere is not below');
    await expect(mock.fetch(issue, { headers, redirect: 'error' })).rejects.toThrow('unexpected redirect');
    await expect(mock.fetch(issue, { headers })).rejects.toThrow('redirect count exceeded');
    expect((await mock.fetch(at('/projects'), { headers })).status).toBe(200);
  });
});

test('a request with an aborted signal rejects with its reason and is not logged', async () => {
  const { mock } = service();
  const reason = new Error('changed my mind');
  const url = `${mock.baseUrl}/api/v1/projects`;
  await expect(mock.fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await expect(mock.fetch(new Request(url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  await expect(mock.fetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  expect(mock.requests.all()).toEqual([]);
});

test('mock.fetch works without `this`', async () => {
  const { fetch, baseUrl } = createMock();
  expect((await fetch(`${baseUrl}/api/v1/projects`, { headers })).headers.get('content-type')).toBe('application/json');
});

test('mock.clientOptions has all options of a client, and throws in a world without an API key', () => {
  const mock = createMock();
  expect(mock.clientOptions).toEqual({
    baseUrl: 'https://issues.test',
    apiKey: 'svc_mock',
    fetch: mock.fetch,
    clock: mock.clock,
  });
  expect(() => createMock({ world: {} }).clientOptions).toThrow('no API key');
});

test('an error of a user’s function gets 500 without details and is printed to the console [ERR-5]', async ({
  onTestFinished,
}) => {
  const { error } = console;
  const told: unknown[] = [];
  console.error = (thrown) => told.push(thrown);
  onTestFinished(() => {
    console.error = error;
  });
  const failure = new Error('a bug with a secret');
  const { as } = service({
    source: () => {
      throw failure;
    },
  });
  expect(await as('svc_unknown').get('/projects')).toMatchObject({
    status: 500,
    body: { error: 'Internal server error' },
  });
  expect(told).toEqual([failure]);
});

test('a client with a wrong base URL fails without a retry', async () => {
  const mock = createMock({ clock: virtualClock() });
  for (const baseUrl of ['https://real.example', `${mock.baseUrl}/api`]) {
    const client = new IssueTrackingClient({ ...mock.clientOptions, baseUrl });
    const error = await client.projects.list().catch((reason: unknown) => reason);
    expect([baseUrl, error]).toMatchObject([baseUrl, { name: 'ConnectionError', attempts: [{}] }]);
    expect(String(error)).toMatch(/is not below|has \/api twice/);
  }
});
