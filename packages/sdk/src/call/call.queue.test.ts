import { isIssueTrackingError } from '@issue-tracking/sdk';
import type { RateLimitStore } from '@issue-tracking/sdk/store';
import { describe, expect, test, vi } from 'vitest';
import { issue } from '../../test/support/records.ts';
import { errorResponse, json, never, scripted } from '../../test/support/scripted-service.ts';

const found = json({ data: issue() });
const noAccess = errorResponse(403, 'Insufficient scope');
const noProject = errorResponse(404, 'Project not found');

/** A store that grants every slot, unless a test overrides it. */
function storeWith(acquire: RateLimitStore['acquire']): RateLimitStore {
  return { acquire, release: async () => {}, pause: async () => {} };
}

test.each([
  ['succeeded', found, 10_000],
  ['was rejected', noProject, 10_000],
  ['timed out may still arrive, so it', never, 5000 + 5000 + 10_000],
])('a request that %s holds its slot until one window later [LIM-1]', async (_, step, freeAt) => {
  const options = { timeout: 5000, retry: false, rateLimit: { requests: 1, windowMs: 10_000 } } as const;
  const { client, elapsed } = scripted([step, found], options);
  await client.issues.get('prj_web', 7).catch(() => {});
  await client.issues.get('prj_web', 7);
  expect(elapsed()).toBe(freeAt);
});

test('an aborted request may still arrive, so it holds its slot for one timeout and one window [LIM-1]', async () => {
  const controller = new AbortController();
  const onRequest = () => setImmediate(() => controller.abort('enough'));
  const rateLimit = { requests: 1, windowMs: 10_000 };
  const { client, elapsed } = scripted([never, found], { timeout: 5000, rateLimit, hooks: { onRequest } });
  await expect(client.issues.get('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
    cause: 'enough',
  });
  await client.issues.get('prj_web', 7);
  expect(elapsed()).toBe(15_000);
});

test('the lease of a slot in a store is two timeouts [LIM-1]', async () => {
  const acquire = vi.fn<RateLimitStore['acquire']>(async () => ({ ok: true, slot: 'slot' }));
  const { client } = scripted([found], { timeout: 5000, rateLimit: { store: storeWith(acquire) } });
  await client.issues.get('prj_web', 7);
  expect(acquire.mock.calls[0]?.[1]).toMatchObject({ leaseMs: 10_000 });
});

test('a store failure rejects the call with its endpoint and path, and nothing is sent', async () => {
  const acquire = async () => Promise.reject(new Error('ECONNREFUSED'));
  const { client, requests } = scripted([found], { rateLimit: { store: storeWith(acquire) } });
  const error = await client.issues.get('prj_web', 7).catch((reason: unknown) => reason);
  expect(isIssueTrackingError(error)).toBe(true);
  expect(error).toMatchObject({
    name: 'RateLimitStoreError',
    endpoint: 'issues.get',
    path: '/api/v1/projects/prj_web/issues/7',
    attempts: [],
    message: expect.stringContaining('the rate-limit store failed: ECONNREFUSED'),
    cause: { message: 'ECONNREFUSED' },
  });
  expect(requests).toHaveLength(0);
});

describe('while a store does not respond', () => {
  const store = storeWith(() => new Promise<never>(() => {}));

  test('each call keeps its deadline, also in the queue', async () => {
    const { client, requests, elapsed } = scripted([found], { rateLimit: { store } });
    const calls = await Promise.allSettled(
      [1000, 1000, 1500].map((deadline) => client.issues.get('prj_web', 7, { deadline })),
    );
    for (const call of calls) expect(call).toMatchObject({ reason: { name: 'TimeoutError', option: 'deadline' } });
    expect(elapsed()).toBe(1500);
    expect(requests).toHaveLength(0);
  });

  test('a call rejects when its signal aborts, and the onWait hook has reported the wait for the store', async () => {
    const onWait = vi.fn();
    const { client } = scripted([found], { rateLimit: { store }, hooks: { onWait } });
    const abort = new AbortController();
    const call = client.issues.get('prj_web', 7, { signal: abort.signal });
    await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith(expect.objectContaining({ reason: 'store' })));
    abort.abort('enough');
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough', sent: false });
  });

  test('close() still resolves and rejects the call', async () => {
    const { client } = scripted([found], { rateLimit: { store } });
    const call = client.issues.get('prj_web', 7);
    call.catch(() => {});
    await client.close();
    await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: false });
  });
});

test('a blocked call rejects with its own endpoint and path, and nothing is sent [AUTH-7]', async () => {
  const { client, requests } = scripted([errorResponse(401, 'Unknown key')]);
  await client.issues.get('prj_web', 7).catch(() => {});
  await expect(client.issues.get('prj_web', 8)).rejects.toMatchObject({
    name: 'AuthenticationError',
    endpoint: 'issues.get',
    path: '/api/v1/projects/prj_web/issues/8',
    attempts: [],
  });
  expect(requests).toHaveLength(1);
});

test.each([
  ['a success', 2, found],
  ['a missing scope, which proves the key,', 2, noAccess],
  ['a 404 of the API, which proves the key,', 2, noProject],
  ["a firewall's 403 in HTML", 1, new Response('<h1>Blocked</h1>', { status: 403 })],
  ["a portal's 200 in HTML", 1, new Response('<h1>Sign in</h1>')],
  ["another service's 404", 1, json({ message: 'no route' }, { status: 404 })],
  ['a 500', 1, errorResponse(500, 'Internal error')],
  ['a timeout', 1, never],
])('after %s at most %i calls are in flight [AUTH-4] [AUTH-7]', async (_, most, step) => {
  let underWay = 0;
  let mostUnderWay = 0;
  const slow = async () => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    await clock.sleep(100);
    underWay--;
    return found.clone();
  };
  const { client, clock } = scripted([step, slow], { retry: false });
  await client.issues.get('prj_web', 7).catch(() => {});
  await Promise.all([client.issues.get('prj_web', 7), client.issues.get('prj_web', 7)]);
  expect(mostUnderWay).toBe(most);
});

test('a token that expires in the queue is refreshed before its slot is used, and no slot is lost [AUTH-3] [LIM-1]', async () => {
  const accessToken = vi.fn(() => ({ token: 'token', expiresAt: new Date(clock.now() + 5000) }));
  const rateLimit = { requests: 2, windowMs: 10_000 };
  const { client, clock, elapsed } = scripted([found], { apiKey: undefined, accessToken, rateLimit });
  await Promise.all(Array.from({ length: 4 }, () => client.issues.get('prj_web', 7)));
  expect(accessToken).toHaveBeenCalledTimes(2);
  expect(elapsed()).toBe(10_000);
});

test.each([
  ['a token of 5 s', 5_000],
  ['a token of a millisecond', 1],
])('%s without a known end does not fail the calls that wait longer for a slot [AUTH-3]', async (_, lifeMs) => {
  let [token, endsAt] = [0, 0];
  const accessToken = vi.fn(() => {
    if (service.clock.now() >= endsAt) {
      token++;
      endsAt = service.clock.now() + lifeMs;
    }
    return `token-${token}`;
  });
  const service = scripted(
    [
      ({ headers }) => {
        const isGood = headers.get('authorization') === `Bearer token-${token}` && service.clock.now() < endsAt;
        return isGood ? found.clone() : errorResponse(401, 'Expired');
      },
    ],
    { apiKey: undefined, accessToken, rateLimit: { requests: 2, windowMs: 10_000 } },
  );
  const calls = Array.from({ length: 10 }, () => service.client.issues.get('prj_web', 7));
  await expect(Promise.all(calls)).resolves.toHaveLength(10);
  expect(service.elapsed()).toBeLessThan(120_000);
});

test('a resend with another token is no retry, so the call keeps all its retries [AUTH-3]', async () => {
  const tokens = ['first', 'second'];
  const accessToken = () => tokens.shift() ?? 'none';
  const steps = [errorResponse(401, 'Expired'), errorResponse(500, 'Internal error'), found];
  const { client, requests } = scripted(steps, { apiKey: undefined, accessToken, retry: { limit: 1 } });
  await client.issues.get('prj_web', 7);
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
    'Bearer second',
  ]);
});

test('an abort in the onRequest hook sends nothing', async () => {
  const controller = new AbortController();
  const onRequest = () => controller.abort('enough');
  const { client, requests } = scripted([found], { hooks: { onRequest } });
  await expect(client.issues.get('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
    cause: 'enough',
    sent: false,
  });
  expect(requests).toHaveLength(0);
});

test('a fixed access token that expires costs one request, and a key that gets a 401 by mistake none of its calls [AUTH-3]', async () => {
  const steps = [found, errorResponse(401, 'Expired'), found];
  const token = scripted(steps, { apiKey: undefined, accessToken: 'open-sesame' });
  await token.client.issues.get('prj_web', 7);
  await expect(token.client.issues.get('prj_web', 7)).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect([token.requests.length, token.elapsed()]).toEqual([2, 0]);

  const key = scripted(steps);
  for (let n = 0; n < 2; n++) await key.client.issues.get('prj_web', 7);
  expect(key.requests).toHaveLength(3);
});
