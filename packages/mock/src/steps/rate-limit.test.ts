import { endpoints } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathTo, service } from '../../test/fixture.ts';

const limited = { rateLimit: {} };

async function statuses(count: number, get: ReturnType<typeof service>['get']): Promise<number[]> {
  const answers: number[] = [];
  for (let i = 0; i < count; i++) answers.push((await get('/projects')).status);
  return answers;
}

test('an API key can send 100 requests in a minute, and the 101st gets 429 with Retry-After [LIM-1] [ERR-6]', async () => {
  const { get } = service(limited);
  expect(new Set(await statuses(100, get))).toEqual(new Set([200]));
  expect(await get('/projects')).toEqual({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '60' },
    body: { error: 'Rate limit exceeded' },
  });
});

test('the rate window slides, and each request leaves it exactly one window later [LIM-1] [GAP-38]', async () => {
  const { get, mock } = service({ rateLimit: { requests: 2 } });
  await get('/projects');
  await mock.clock.advance(1000);
  await get('/projects');
  await mock.clock.advance(58_999);
  expect(await get('/projects')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  await mock.clock.advance(1);
  expect((await get('/projects')).status).toBe(200);
  expect(await get('/projects')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  await mock.clock.advance(999);
  expect((await get('/projects')).status).toBe(429);
  await mock.clock.advance(1);
  expect((await get('/projects')).status).toBe(200);
});

test('a rate limit of 0 admits no request, and a revoked credential still gets 401 [LIM-1]', async () => {
  const { get, mock } = service({ rateLimit: { requests: 0, windowMs: 20_000 } });
  const limited = { status: 429, headers: { 'retry-after': '20' } };
  expect(await get('/projects')).toMatchObject(limited);
  await mock.clock.advance(20_000);
  expect(await get('/projects')).toMatchObject(limited);
  mock.world.apiKeys.update({ key: mock.clientOptions.apiKey }, { revoked: true });
  expect((await get('/projects')).status).toBe(401);
  expect((await get('/projects')).status).toBe(401);
});

test('Retry-After is rounded up to whole seconds [ERR-6]', async () => {
  const { get, mock } = service({ rateLimit: { requests: 1, windowMs: 10_000 } });
  await get('/projects');
  for (const [after, seconds] of [
    [0, '10'],
    [1, '10'],
    [999, '9'],
    [7999, '2'],
    [1000, '1'],
  ] as const) {
    await mock.clock.advance(after);
    expect(await get('/projects')).toMatchObject({ status: 429, headers: { 'retry-after': seconds } });
  }
});

test('all endpoints share one window, and requests that fail after authentication count too [LIM-1]', async () => {
  const { send, get } = service({ rateLimit: { requests: Object.keys(endpoints).length + 1 } });
  for (const { method, path } of Object.values(endpoints)) {
    expect((await send(method, pathTo(path, { issueNumber: '99' }))).status).toBeLessThan(429);
  }
  expect((await get('/projects')).status).toBe(200);
  expect((await get('/projects')).status).toBe(429);
});

test('each API key has its own window, within and across organizations [LIM-1]', async () => {
  const { get, as, mock } = service({ rateLimit: { requests: 1 } });
  const { apiKey } = await mock.tenant();
  expect(await statuses(2, get)).toEqual([200, 429]);
  expect(await statuses(2, as('svc_other').get)).toEqual([200, 429]);
  expect(await statuses(2, as(apiKey).get)).toEqual([200, 429]);
});

test('requests without an endpoint or a valid credential do not count against the rate limit [LIM-1] [GAP-27]', async () => {
  const { get, send, as } = service({ rateLimit: { requests: 1 } });
  await get('/nowhere');
  await send('DELETE', '/projects');
  await as('svc_expired').get('/projects');
  expect(await statuses(2, get)).toEqual([200, 429]);
});

test('requests that got 429 do not count against the rate limit [GAP-27]', async () => {
  const { get, mock } = service({ rateLimit: { requests: 1, windowMs: 10_000 } });
  await get('/projects');
  await mock.clock.advance(6000);
  expect(await get('/projects')).toMatchObject({ status: 429, headers: { 'retry-after': '4' } });
  await mock.clock.advance(4000);
  expect((await get('/projects')).status).toBe(200);
});

test('requests that got 401 do not count against the rate limit of a later valid key [GAP-27]', async () => {
  const { as, mock } = service({ rateLimit: { requests: 1 } });
  await as('svc_expired').get('/projects');
  mock.world.apiKeys.update({ key: 'svc_expired' }, { expiresAt: null });
  expect((await as('svc_expired').get('/projects')).status).toBe(200);
});

test('responses have no rate-limit headers [GAP-17]', async () => {
  const { mock } = service(limited);
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects`, {
    headers: { authorization: 'Bearer svc_acme' },
  });
  expect([...response.headers.keys()].filter((name) => name.includes('limit') || name === 'retry-after')).toEqual([]);
});

test('a token has the rate limit of an API key, for itself [GAP-17]', async () => {
  const { get, as } = service({ rateLimit: { requests: 2 } });
  expect(await statuses(3, as('oat_ada').get)).toEqual([200, 200, 429]);
  expect(await statuses(3, get)).toEqual([200, 200, 429]);
});

test('a request gets 429 if and only if its window is full [LIM-1]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 30, maxLength: 60 }), async (pauses) => {
      const { get, mock } = service({ rateLimit: { requests: 5, windowMs: 1000 } });
      const admitted: number[] = [];
      for (const pause of pauses) {
        await mock.clock.advance(pause);
        const now = mock.clock.now();
        const inWindow = admitted.filter((at) => now - at < 1000).length;
        expect((await get('/projects')).status).toBe(inWindow < 5 ? 200 : 429);
        if (inWindow < 5) admitted.push(now);
      }
    }),
    { numRuns: 50 },
  );
});

test.each(Object.entries(endpoints))('%s needs its own scope [AUTH-4] [AUTH-5]', async (_, { method, path, scope }) => {
  const { as } = service();
  const at = pathTo(path);
  const init = method === 'GET' ? {} : { body: '{"content":"hi"}', headers: { 'content-type': 'application/json' } };
  for (const own of ['projects:read', 'issues:read', 'issues:write']) {
    const { status, body } = await as(`svc_only_${own}`).send(method, at, init);
    if (own === scope) expect(status).toBeLessThan(300);
    else expect([own, status, body]).toEqual([own, 403, { error: 'Insufficient scope' }]);
  }
  expect((await as('svc_none').send(method, at, init)).status).toBe(403);
});
