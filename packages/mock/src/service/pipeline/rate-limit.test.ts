import { endpoints } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { service } from '../../../test/fixture.ts';

const limited = { rateLimit: {} };

async function statuses(count: number, get: ReturnType<typeof service>['get']): Promise<number[]> {
  const answers: number[] = [];
  for (let i = 0; i < count; i++) answers.push((await get('/projects')).status);
  return answers;
}

test('a key may make 100 requests in a minute; the 101st is 429 with the seconds to wait [LIM-1] [ERR-6]', async () => {
  const { get } = service(limited);
  expect(new Set(await statuses(100, get))).toEqual(new Set([200]));
  expect(await get('/projects')).toEqual({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '60' },
    body: { error: 'Rate limit exceeded' },
  });
});

test('the window slides: each request leaves it once it is one window old, not a millisecond sooner [LIM-1] [GAP-38]', async () => {
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

test('of 0 requests none is admitted, ever; a credential that is refused is still refused as such [LIM-1]', async () => {
  const { get, mock } = service({ rateLimit: { requests: 0, windowMs: 20_000 } });
  const limited = { status: 429, headers: { 'retry-after': '20' } };
  expect(await get('/projects')).toMatchObject(limited);
  await mock.clock.advance(20_000);
  expect(await get('/projects')).toMatchObject(limited);
  await mock.dashboard.revokeApiKey({ key: mock.clientOptions.apiKey });
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

test('every endpoint takes from the same window, refused requests past authentication included [LIM-1]', async () => {
  const { send, get } = service({ rateLimit: { requests: Object.keys(endpoints).length + 1 } });
  for (const { method, path } of Object.values(endpoints)) {
    const at = path.slice('/api/v1'.length).replace('{projectId}', 'prj_web').replace('{issueNumber}', '99');
    expect((await send(method, at)).status).toBeLessThan(429);
  }
  expect((await get('/projects')).status).toBe(200);
  expect((await get('/projects')).status).toBe(429);
});

test('one key does not take from another, nor one tenant from another [LIM-1]', async () => {
  const { get, as, mock } = service({ rateLimit: { requests: 1 } });
  const { apiKey } = await mock.tenant();
  expect(await statuses(2, get)).toEqual([200, 429]);
  expect(await statuses(2, as('svc_other').get)).toEqual([200, 429]);
  expect(await statuses(2, as(apiKey).get)).toEqual([200, 429]);
});

test('requests without an endpoint or a credential take nothing [LIM-1] [GAP-27]', async () => {
  const { get, send, as } = service({ rateLimit: { requests: 1 } });
  await get('/nowhere');
  await send('DELETE', '/projects');
  await as('svc_expired').get('/projects');
  expect(await statuses(2, get)).toEqual([200, 429]);
});

test('refused requests do not count, or do if so read [GAP-27]', async () => {
  for (const [countRejected, after] of [
    [false, 200],
    [true, 429],
  ] as const) {
    const { get, mock } = service({ rateLimit: { requests: 1, windowMs: 10_000 }, behavior: { countRejected } });
    await get('/projects');
    await mock.clock.advance(6000);
    expect(await get('/projects')).toMatchObject({
      status: 429,
      headers: { 'retry-after': countRejected ? '10' : '4' },
    });
    await mock.clock.advance(4000);
    expect([countRejected, (await get('/projects')).status]).toEqual([countRejected, after]);
  }
});

test('where refused requests count, so do the 401 of a key that becomes valid again [GAP-27]', async () => {
  for (const [countRejected, status] of [
    [false, 200],
    [true, 429],
  ] as const) {
    const { as, mock } = service({ rateLimit: { requests: 1 }, behavior: { countRejected } });
    await as('svc_expired').get('/projects');
    await mock.world.apiKeys.update((q) => q.where({ key: 'svc_expired' }), {
      data: (apiKey) => {
        apiKey.expiresAt = null;
      },
    });
    expect([countRejected, (await as('svc_expired').get('/projects')).status]).toEqual([countRejected, status]);
  }
});

test('there are no rate-limit headers but Retry-After [GAP-17]', async () => {
  const { mock } = service(limited);
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects`, {
    headers: { authorization: 'Bearer svc_acme' },
  });
  expect([...response.headers.keys()].filter((name) => name.includes('limit') || name === 'retry-after')).toEqual([]);
});

test('a token has the rate of a key, another, or none [GAP-17]', async () => {
  const rateLimit = { requests: 2 };
  const rates = async (tokenRateLimit: 'same' | false | { requests: number }) => {
    const { get, as } = service({ rateLimit, behavior: { tokenRateLimit } });
    return [await statuses(4, as('oat_ada').get), (await statuses(3, get))[2]];
  };
  expect(await rates('same')).toEqual([[200, 200, 429, 429], 429]);
  expect(await rates({ requests: 3 })).toEqual([[200, 200, 200, 429], 429]);
  expect(await rates(false)).toEqual([[200, 200, 200, 200], 429]);
});

test('in no window of a minute are more than 100 requests admitted, and none is refused without need [LIM-1]', async () => {
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

test.each(Object.entries(endpoints))(
  '%s takes its own scope and no other [AUTH-4] [AUTH-5]',
  async (_, { method, path, scope }) => {
    const { as } = service();
    const at = path.slice('/api/v1'.length).replace('{projectId}', 'prj_web').replace('{issueNumber}', '1');
    const init = method === 'GET' ? {} : { body: '{"content":"hi"}', headers: { 'content-type': 'application/json' } };
    for (const own of ['projects:read', 'issues:read', 'issues:write']) {
      const { status, body } = await as(`svc_only_${own}`).send(method, at, init);
      if (own === scope) expect(status).toBeLessThan(300);
      else expect([own, status, body]).toEqual([own, 403, { error: 'Insufficient scope' }]);
    }
    expect((await as('svc_none').send(method, at, init)).status).toBe(403);
  },
);
