import { createMock, type Delay, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const issue = '/projects/prj_web/issues/1';
const comments = `${issue}/comments`;

test('a fault applies to one request by default, and the next request is served [ERR-5] [GAP-14]', async () => {
  const { get, mock } = service();
  mock.faults.add({ status: 503 });
  expect(await get(issue)).toEqual({
    status: 503,
    headers: { 'content-type': 'application/json' },
    body: { error: 'Internal server error' },
  });
  expect((await get(issue)).status).toBe(200);
});

test.each([
  [422, 'Unprocessable request'],
  [500, 'Internal server error'],
  [401, 'Missing or invalid credential'],
  [429, 'Rate limit exceeded'],
  [418, 'Scripted failure 418'],
])('a fault of status %s without a body has the error %j [ERR-1] [ERR-5] [GAP-14] [GAP-15]', async (status, error) => {
  const { get, mock } = service();
  mock.faults.add({ status });
  expect(await get(issue)).toMatchObject({ status, body: { error } });
});

test('a fault with only an error status has the body and headers of the specification [ERR-2] [ERR-3] [ERR-6] [AUTH-3] [AUTH-4]', async () => {
  const { get, mock } = service();
  const errors = {
    400: { body: { error: 'Invalid input', details: [{ field: 'request', message: expect.any(String) }] } },
    401: { body: { error: 'Missing or invalid credential' }, headers: { 'www-authenticate': 'Bearer' } },
    403: { body: { error: 'Insufficient scope' } },
    404: { body: { error: 'Project not found' } },
    429: { body: { error: 'Rate limit exceeded' }, headers: { 'retry-after': '60' } },
  };
  for (const [status, expected] of Object.entries(errors)) {
    for (const when of ['arrival', 'before', 'after'] as const) {
      mock.faults.add({ status: Number(status), when });
      expect(await get(issue)).toEqual({
        status: Number(status),
        body: expected.body,
        headers: { 'content-type': 'application/json', ...('headers' in expected && expected.headers) },
      });
    }
  }
});

test('a fault of status 429 has the actual Retry-After if the rate window is full [ERR-6]', async () => {
  const { get, mock } = service({ rateLimit: { requests: 1, windowMs: 10_000 } });
  await get(issue);
  await mock.clock.advance(3000);
  mock.faults.add({ status: 429 });
  expect((await get(issue)).headers).toMatchObject({ 'retry-after': '7' });
});

test('a fault with headers or a body adds no other headers, not even Retry-After to a 429 [ERR-6]', async () => {
  const { get, mock } = service();
  mock.faults.add({ status: 429, headers: {} });
  expect(await get(issue)).toEqual({
    status: 429,
    headers: { 'content-type': 'application/json' },
    body: { error: 'Rate limit exceeded' },
  });
  mock.faults.add({ status: 401, body: '<h1>Sign in</h1>' });
  expect(await get(issue)).toMatchObject({ status: 401, body: '<h1>Sign in</h1>', headers: {} });
});

test('status, headers and body of a fault replace those of the response, and the rest stays [ERR-5]', async () => {
  const { get, mock } = service();
  mock.faults.add({ status: 429, headers: { 'Retry-After': '7' }, body: { error: 'Slow down' } });
  expect(await get(issue)).toEqual({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '7' },
    body: { error: 'Slow down' },
  });
  mock.faults.add({ headers: { allow: 'nothing' } });
  expect(await get(issue)).toMatchObject({
    status: 200,
    headers: { allow: 'nothing' },
    body: { data: { issueNumber: 1 } },
  });
  mock.faults.add({ body: { data: { issueNumber: 7, addedLater: true } } });
  expect(await get(issue)).toMatchObject({ status: 200, body: { data: { addedLater: true } } });
});

test('the body of a fault can be invalid JSON', async () => {
  const { mock } = service();
  mock.faults.add({ body: '<html>' });
  const response = await mock.fetch(`${mock.baseUrl}/api/v1${issue}`, {
    headers: { authorization: 'Bearer svc_acme' },
  });
  expect([response.status, await response.text()]).toEqual([200, '<html>']);
});

test('a fault can be limited to an endpoint, an API key and a number of requests', async () => {
  const { get, as, mock } = service();
  mock.faults.add({ endpoint: 'issues.get', apiKey: 'svc_other', status: 500, times: 2 });
  expect((await get(issue)).status).toBe(200);
  expect((await as('svc_other').get('/projects')).status).toBe(200);
  expect((await as('svc_other').get(issue)).status).toBe(500);
  expect((await as('svc_other').get(issue)).status).toBe(500);
  expect((await as('svc_other').get(issue)).status).toBe(200);
});

test('faults apply in the order of their addition', async () => {
  const { get, mock } = service();
  mock.faults.add({ status: 500 });
  mock.faults.add({ status: 502, times: Number.POSITIVE_INFINITY });
  expect([(await get(issue)).status, (await get(issue)).status, (await get(issue)).status]).toEqual([500, 502, 502]);
  mock.faults.clear();
  expect((await get(issue)).status).toBe(200);
});

test('a fault before the effect loses the write, a fault after it only the response', async () => {
  const { get, post, mock } = service();
  mock.faults.add({ endpoint: 'issues.comments.create', drop: true });
  await expect(post(comments, { content: 'lost' })).rejects.toThrow(TypeError);
  expect((await get(comments)).body.total).toBe(2);
  mock.faults.add({ endpoint: 'issues.comments.create', drop: true, when: 'after' });
  await expect(post(comments, { content: 'kept' })).rejects.toThrow('fetch failed');
  expect((await get(comments)).body.data.at(-1)).toMatchObject({ content: 'kept' });
  mock.faults.add({ status: 500, when: 'after' });
  expect((await post(comments, { content: 'kept too' })).status).toBe(500);
  expect((await get(comments)).body.total).toBe(4);
});

test('a truncated body fails while it is read', async () => {
  const { mock } = service();
  const headers = { authorization: 'Bearer svc_acme' };
  for (const truncate of [0, 10]) {
    mock.faults.add({ truncate });
    const response = await mock.fetch(`${mock.baseUrl}/api/v1${issue}`, { headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  }
  mock.faults.add({ truncate: 1_000_000 });
  expect(await (await mock.fetch(`${mock.baseUrl}/api/v1${issue}`, { headers })).json()).toHaveProperty('data');
});

test('a delay uses the clock of the mock, before or after the effect', async () => {
  const { patch, get, mock } = service();
  for (const [when, during] of [
    ['before', 'open'],
    ['after', 'blocked'],
  ] as const) {
    mock.faults.add({ endpoint: 'issues.update', delayMs: 5000, when });
    const changed = patch(issue, { status: 'blocked' });
    // Lets the request come as far as it can.
    await new Promise((turn) => setTimeout(turn));
    await mock.clock.advance(4999);
    expect((await get(issue)).body.data.status).toBe(during);
    await mock.clock.advance(1);
    expect((await changed).status).toBe(200);
    await patch(issue, { status: 'open' });
  }
});

test('a delay passes by itself on an automatic clock', async () => {
  const mock = createMock({ clock: virtualClock({ now: 0, auto: true }) });
  mock.faults.add({ delayMs: 3_600_000 });
  const { apiKey } = mock.clientOptions;
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect([response.status, mock.clock.now()]).toEqual([200, 3_600_000]);
});

test('a request that is aborted during a delay rejects with the reason and has no effect', async () => {
  const { mock, get } = service();
  mock.faults.add({ endpoint: 'issues.update', delayMs: 5000 });
  const controller = new AbortController();
  const changed = mock.fetch(`${mock.baseUrl}/api/v1${issue}`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer svc_acme', 'content-type': 'application/json' },
    body: '{"status":"blocked"}',
    signal: controller.signal,
  });
  controller.abort(new Error('enough'));
  await expect(changed).rejects.toThrow('enough');
  await mock.clock.advance(10_000);
  expect((await get(issue)).body.data.status).toBe('open');
});

test('a fault applies after authentication and does not count against the rate limit [LIM-1] [AUTH-3]', async () => {
  const { get, as, mock } = service({ rateLimit: { requests: 1 } });
  mock.faults.add({ status: 500 });
  expect((await as('svc_expired').get(issue)).status).toBe(401);
  expect((await get(issue)).status).toBe(500);
  expect((await get(issue)).status).toBe(200);
  mock.faults.add({ status: 500 });
  expect((await get(issue)).status).toBe(500);
  expect((await get(issue)).status).toBe(429);
});

test('a fault that clear() or restore() removed has no remaining requests', () => {
  const { mock } = service();
  const before = mock.snapshot();
  const [cleared, undone] = [mock.faults.add({ status: 500, times: 3 }), mock.faults.add({ status: 500 })];
  const both = mock.snapshot();
  mock.faults.clear();
  expect([cleared.remaining, undone.remaining]).toEqual([0, 0]);
  mock.restore(both);
  expect([cleared.remaining, undone.remaining]).toEqual([3, 1]);
  mock.restore(before);
  expect([cleared.remaining, undone.remaining]).toEqual([0, 0]);
});

test('the handle of a fault lists its requests and can remove it', async () => {
  const { get, patch, mock } = service();
  const fault = mock.faults.add({ status: 500, times: 3 });
  expect(mock.faults.list()).toEqual([fault]);
  await get(issue);
  await patch(issue, { status: 'blocked' });
  expect(fault.requests).toMatchObject([
    { method: 'GET', endpoint: 'issues.get', status: 500, faultId: expect.any(String) },
    { method: 'PATCH', endpoint: 'issues.update', status: 500, faultId: expect.any(String) },
  ]);
  expect(fault.remaining).toBe(1);
  fault.remove();
  expect([fault.remaining, mock.faults.list()]).toEqual([0, []]);
  expect((await get(issue)).status).toBe(200);
  expect(fault.requests).toHaveLength(2);
});

test('a fault can match a project, an issue, a query, or a predicate', async () => {
  const { get, mock } = service();
  mock.faults.add({ projectId: 'prj_web', issueNumber: 2, status: 500 });
  expect([(await get(issue)).status, (await get('/projects/prj_web/issues/2')).status]).toEqual([200, 500]);
  mock.faults.add({ query: { page: '2' }, status: 502 });
  const list = '/projects/prj_web/issues';
  expect([(await get(`${list}?page=1`)).status, (await get(`${list}?limit=1&page=2`)).status]).toEqual([200, 502]);
  mock.faults.add({ matches: ({ path }) => path.endsWith('/comments'), status: 503 });
  expect([(await get(issue)).status, (await get(comments)).status]).toEqual([200, 503]);
});

test('a fault can skip the first requests, and apply to every nth request', async () => {
  const { get, mock } = service();
  mock.faults.add({ status: 500, skip: 1, every: 2, times: 2 });
  const before = mock.snapshot();
  const statuses = async () => {
    const seen = [];
    for (let round = 0; round < 6; round++) seen.push((await get(issue)).status);
    return seen;
  };
  expect(await statuses()).toEqual([200, 500, 200, 500, 200, 200]);
  mock.restore(before);
  expect(await statuses()).toEqual([200, 500, 200, 500, 200, 200]);
});

test('a fault with forMs ends after this time on the clock of the mock', async () => {
  const { get, mock } = service();
  const fault = mock.faults.add({ status: 503, times: null, forMs: 1000 });
  await mock.clock.advance(999);
  expect((await get(issue)).status).toBe(503);
  await mock.clock.advance(1);
  expect((await get(issue)).status).toBe(200);
  expect([mock.faults.list(), fault.remaining]).toEqual([[], 0]);
});

test('a later fault also applies to the requests of an earlier delay', async () => {
  const mock = createMock({ clock: virtualClock({ now: 0, auto: true }) });
  const headers = { authorization: `Bearer ${mock.clientOptions.apiKey}` };
  const get = async () => (await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers })).status;
  const slow = mock.faults.add({ delayMs: 300, times: null });
  mock.faults.add({ status: 503, delayMs: 200 });
  expect([await get(), mock.clock.now()]).toEqual([503, 500]);
  expect([await get(), mock.clock.now()]).toEqual([200, 800]);
  expect(slow.requests).toHaveLength(2);
});

test('a fault on arrival can match any request, to an unknown path or without a credential', async () => {
  const { get, as, mock } = service({ rateLimit: { requests: 1 } });
  mock.faults.add({ when: 'arrival', path: '/api/v1/nothing', status: 502, body: '<h1>Bad Gateway</h1>' });
  mock.faults.add({ when: 'arrival', apiKey: 'svc_unknown', status: 503 });
  expect(await get('/nothing')).toMatchObject({ status: 502, body: '<h1>Bad Gateway</h1>' });
  expect((await get('/nothing')).status).toBe(404);
  expect((await as('svc_unknown').get(issue)).status).toBe(503);
  expect((await as('svc_unknown').get(issue)).status).toBe(401);
  mock.faults.add({ when: 'arrival', endpoint: 'issues.get', status: 500 });
  expect([(await as(null).get('/projects')).status, (await as(null).get(issue)).status]).toEqual([401, 500]);
  expect((await get(issue)).status).toBe(200);
});

test('a request that is delayed on arrival counts against the rate limit [LIM-1]', async () => {
  const mock = createMock({ clock: virtualClock({ now: 0, auto: true }), rateLimit: { requests: 1 } });
  const headers = { authorization: `Bearer ${mock.clientOptions.apiKey}` };
  const get = async () => (await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers })).status;
  mock.faults.add({ when: 'arrival', delayMs: 10, times: null });
  expect([await get(), await get(), mock.clock.now()]).toEqual([200, 429, 20]);
});

test('a fault can match the body of a write', async () => {
  const { patch, post, mock } = service();
  mock.faults.add({ requestBody: { status: 'blocked' }, status: 503 });
  mock.faults.add({ requestBody: { content: /urgent/i }, status: 500 });
  mock.faults.add({ matches: ({ body }) => JSON.stringify(body) === '{"priority":"low"}', status: 502 });
  expect((await patch(issue, { status: 'open' })).status).toBe(200);
  expect((await patch(issue, { status: 'blocked' })).status).toBe(503);
  expect((await post(comments, { content: 'Not now' })).status).toBe(201);
  expect((await post(comments, { content: 'URGENT' })).status).toBe(500);
  expect((await patch(issue, { priority: 'low' })).status).toBe(502);
  expect((await patch(issue, '{')).status).toBe(400);
});

test('a fault with a probability applies to a share of the requests, the same for the same seed', async () => {
  const touched = async (seed: number) => {
    const { get, mock } = service({ seed });
    mock.faults.add({ status: 503, probability: 0.3, times: null });
    const before = mock.snapshot();
    const run = async () => {
      const statuses = [];
      for (let round = 0; round < 200; round++) statuses.push((await get(issue)).status);
      return statuses;
    };
    const first = await run();
    mock.restore(before);
    expect(await run()).toEqual(first);
    return first;
  };
  const one = await touched(1);
  expect(await touched(1)).toEqual(one);
  expect(await touched(2)).not.toEqual(one);
  const share = one.filter((status) => status === 503).length / 200;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.4);
});

test('a delay can be random in a range', async () => {
  const delays = async (delayMs: Delay) => {
    const mock = createMock({ clock: virtualClock({ now: 0, auto: true }) });
    const headers = { authorization: `Bearer ${mock.clientOptions.apiKey}` };
    mock.faults.add({ delayMs, times: null });
    for (let round = 0; round < 50; round++) await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers });
    return mock.requests
      .all()
      .map(({ durationMs = 0 }) => durationMs)
      .sort((a, b) => a - b);
  };
  const range = await delays([50, 400]);
  expect([range[0], range.at(-1)].every((ms = 0) => ms >= 50 && ms <= 400)).toBe(true);
  expect(new Set(range).size).toBeGreaterThan(20);
  expect(new Set(await delays([7, 7]))).toEqual(new Set([7]));
});

test('unused() lists the faults that applied to no request, and whyUnused() explains them', async () => {
  const { get, mock } = service();
  mock.faults.add({ status: 500, times: 2 });
  const misaddressed = mock.faults.add({ projectId: 'prj_other', status: 500 });
  await get(issue);
  await get('/projects');
  expect(mock.faults.unused()).toEqual([misaddressed]);
  expect(misaddressed.whyUnused()).toBe(
    'The nearest request is GET /api/v1/projects/prj_web/issues/1: projectId is "prj_web", not "prj_other".',
  );
  const skipping = mock.faults.add({ skip: 3, status: 500 });
  await get('/projects');
  await get('/projects');
  expect(skipping.whyUnused()).toBe('2 requests match, but it skips the first 3.');
});

test('unused() lists a fault that expired without a matching request', async () => {
  const { get, mock } = service();
  const brief = mock.faults.add({ endpoint: 'issues.get', forMs: 60_000, status: 500 });
  expect(brief.whyUnused()).toMatch(/It is active for a minute\.$/);
  await mock.clock.advance(60_000);
  await get(issue);
  expect(mock.faults.list()).toEqual([]);
  expect(mock.faults.unused()).toEqual([brief]);
});

test('whyUnused() explains an unknown path, and a probability that chose no request', async () => {
  const { get, mock } = service();
  const fault = mock.faults.add({ path: '/api/v1/nothing', status: 500 });
  await get('/nothing');
  expect(fault.whyUnused()).toBe('No request with a valid credential and a known path has arrived since it was added.');
  const rare = mock.faults.add({ probability: 0, status: 500 });
  await get(issue);
  expect(rare.whyUnused()).toBe('1 request matches, but none was chosen by its probability.');
});

test('whyUnused() shows the member of the body that differs', async () => {
  const { post, mock } = service();
  const fault = mock.faults.add({ requestBody: { content: 'Fixed' }, status: 500 });
  await post(comments, { content: 'Seen' });
  expect(fault.whyUnused()).toContain('requestBody.content is "Seen", not "Fixed"');
});

test.each([
  [{}, 'needs an effect'],
  [{ matches: 'path', status: 500 }, '"matches" must be a function'],
  [{ issueNumber: '1', status: 500 }, '"issueNumber" must be a whole number from 1; found "1"'],
  [{ forMs: 0, status: 500 }, '"forMs" must be a number of milliseconds above 0'],
  [{ times: 2 }, 'needs an effect'],
  [{ status: 99 }, '"status" must be a whole number from 200 to 599'],
  [{ status: 500, times: 0 }, '"times" must be'],
  [{ drop: true, status: 500 }, 'drop must not be combined with a response'],
  [{ delayMs: -1 }, '"delayMs" must be a number from 0 to 2147483647, or a range such as [50, 400]'],
  [{ delayMs: [400, 50] }, '"delayMs" must be'],
  [{ delayMs: [400] }, '"delayMs'],
  [{ probability: 2, status: 500 }, '"probability" must be a number from 0 to 1'],
  [{ endpoint: 'issues.get', requestBody: {}, status: 500 }, 'Requests to issues.get have no body'],
  [{ endpoint: 'issues.list', issueNumber: 1, status: 500 }, 'Requests to issues.list have no issueNumber'],
  [{ endpoint: 'projects.list', projectId: 'prj_web', status: 500 }, 'Requests to projects.list have no projectId'],
  [{ truncate: 1.5 }, '"truncate" must be'],
  [{ headers: { 'a b': 'c' } }, '"headers" must be'],
  [{ headers: { 'Content-Length': '3' } }, 'headers must not set Content-Length: use truncate to shorten a body.'],
  [{ headers: { 'transfer-encoding': 'chunked' } }, 'headers must not set transfer-encoding'],
  [{ status: 204, body: 'x' }, 'A response of status 204 has no body'],
  [{ status: 304, truncate: 1 }, 'A response of status 304 has no body'],
  [{ body: () => {} }, '"body" must be'],
  [{ endpoint: 'issues.delete', requestBody: {}, status: 500 }, '"endpoint" must be one of: projects.list'],
  [{ endpoint: 'issues.delete', status: 500 }, '"endpoint" must be one of: projects.list'],
  [{ when: 'during', status: 500 }, '"when" must be'],
  [{ statuss: 500 }, 'A fault has no "statuss"; did you mean "status"?'],
])('faults.add() rejects %j: %s', (fault, message) => {
  const { mock } = service();
  // Possible in JavaScript and over the control API.
  expect(() => mock.faults.add(fault as never)).toThrow(message);
  expect(mock.faults.list()).toEqual([]);
});
