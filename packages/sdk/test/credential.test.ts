import { AuthenticationError, type ClientOptions, IssueTrackingClient, PermissionError } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { slowService } from './support/slow-service.ts';

const minute = 60_000;

function setUp(options: Partial<ClientOptions> = {}) {
  const service = slowService();
  const { apiKey: _, ...clientOptions } = service.mock.clientOptions;
  const client = (more: Partial<ClientOptions>) =>
    new IssueTrackingClient({ ...clientOptions, fetch: service.fetch, ...options, ...more } as ClientOptions);
  /** An access token that ends after a time. */
  async function token(lifeMs: number) {
    const expiresAt = new Date(service.mock.clock.now() + lifeMs).toISOString();
    const { id: userId } = service.mock.world.users.create({ organizations: ['acme'] });
    const created = service.mock.world.accessTokens.create({ userId, expiresAt, scopes: ['projects:read'] });
    return { token: created.token, expiresAt };
  }
  return { ...service, client, token };
}

const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

test('50 parallel calls with a bad key send one request, and all reject with an AuthenticationError [AUTH-3] [AUTH-7]', async () => {
  const { client, statuses } = setUp();
  const bad = client({ apiKey: 'svc_bad' });
  const calls = await Promise.allSettled(Array.from({ length: 50 }, () => bad.projects.list()));
  expect(statuses).toEqual([401]);
  for (const call of calls) {
    expect(call.status === 'rejected' && call.reason).toBeInstanceOf(AuthenticationError);
  }
});

test('a bad key is sent once in 15 minutes, with any number of clients [AUTH-7]', async () => {
  const { client, mock, statuses } = setUp();
  for (let hour = 0; hour < 4; hour++) {
    for (let call = 0; call < 10; call++) {
      await expect(client({ apiKey: 'svc_bad' }).projects.list()).rejects.toBeInstanceOf(AuthenticationError);
    }
    await mock.clock.advance(15 * minute);
  }
  expect(statuses).toEqual([401, 401, 401, 401]);
});

test('a 403 proves the key, so allowed calls are sent in parallel [AUTH-4]', async () => {
  const { client, mock, statuses } = setUp();
  const { apiKey } = await mock.tenant({ scopes: ['projects:read'] });
  const scoped = client({ apiKey });
  await expect(scoped.issues.get('prj_web', 1)).rejects.toBeInstanceOf(PermissionError);
  await Promise.all([scoped.projects.list(), scoped.projects.list()]);
  expect(statuses).toEqual([403, 200, 200]);
});

test('calls that wait for a slot reject unsent when their key is revoked [AUTH-3] [AUTH-7]', async () => {
  const { client, mock, statuses } = setUp();
  const { apiKey } = await mock.tenant();
  const revoked = client({ apiKey, rateLimit: { requests: 2 } });
  await Promise.all([revoked.projects.list(), revoked.projects.list()]);
  mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
  const calls = await Promise.allSettled(Array.from({ length: 100 }, () => revoked.projects.list()));
  expect(calls.every((call) => call.status === 'rejected' && call.reason instanceof AuthenticationError)).toBe(true);
  expect(count(statuses, 401)).toBeLessThanOrEqual(2);
});

test('a token function is called once for 50 calls, and once more when its token is rejected [AUTH-3] [GAP-11]', async () => {
  const { client, mock, token, statuses } = setUp();
  const accessToken = vi.fn(async () => (await token(60 * minute)).token);
  const renewing = client({ accessToken });
  await Promise.all(Array.from({ length: 50 }, () => renewing.projects.list()));
  expect(accessToken).toHaveBeenCalledTimes(1);
  await mock.clock.advance(60 * minute);
  await Promise.all(Array.from({ length: 50 }, () => renewing.projects.list()));
  expect(accessToken).toHaveBeenCalledTimes(2);
  expect(accessToken).toHaveBeenLastCalledWith({ signal: expect.any(AbortSignal), rejected: expect.any(String) });
  expect([count(statuses, 401), count(statuses, 200)]).toEqual([1, 100]);
});

test('tokens that expire while calls wait for a slot are refreshed in time and never sent expired [AUTH-3] [AUTH-7]', async () => {
  const { client, token, statuses } = setUp();
  const accessToken = vi.fn(async () => token(2 * minute));
  const renewing = client({ accessToken });
  await Promise.all(Array.from({ length: 500 }, () => renewing.projects.list()));
  expect(count(statuses, 200)).toBe(500);
  expect(statuses).toHaveLength(500);
  expect(accessToken.mock.calls.length).toBeGreaterThan(2);
});

test('a token function that always returns bad tokens causes two requests in 15 minutes [AUTH-7]', async () => {
  const { client, statuses } = setUp();
  let given = 0;
  const accessToken = vi.fn(({ rejected }: { rejected?: string }) => `bad-${given++}${rejected ? '-again' : ''}`);
  const hopeless = client({ accessToken });
  for (let call = 0; call < 10; call++) {
    await expect(hopeless.projects.list()).rejects.toBeInstanceOf(AuthenticationError);
  }
  expect(statuses).toEqual([401, 401]);
  expect(accessToken).toHaveBeenCalledTimes(2);
});

test('a token function that rejects fails its calls with a CredentialError, and nothing is sent [AUTH-3]', async () => {
  const { client, statuses } = setUp();
  const accessToken = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no network'));
  const failing = client({ accessToken });
  const calls = await Promise.allSettled([failing.projects.list(), failing.issues.get('prj_web', 1)]);
  expect(calls).toMatchObject([
    {
      reason: {
        name: 'CredentialError',
        method: 'GET',
        path: '/api/v1/projects',
        attempts: [],
        cause: { message: 'no network' },
      },
    },
    { reason: { name: 'CredentialError', path: '/api/v1/projects/prj_web/issues/1', attempts: [] } },
  ]);
  expect(accessToken).toHaveBeenCalledTimes(1);
  expect(statuses).toEqual([]);
});
