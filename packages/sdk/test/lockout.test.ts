import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import type { RateLimitStore } from '@issue-tracking/sdk/store';
import { expect, test, vi } from 'vitest';
import { issue } from './support/records.ts';
import { errorResponse, json, never, scripted } from './support/scripted-service.ts';

const minute = 60_000;

/** A service that counts failures by where they come from, 100 ms away. */
function setUp() {
  const mock = createMock({
    clock: virtualClock({ now: '2026-04-01T09:00:00.000Z', auto: true }),
    behavior: { lockout: 'source' },
    source: () => 'one',
  });
  const statuses: number[] = [];
  const fetch: typeof globalThis.fetch = async (...request) => {
    await mock.clock.sleep(100);
    const answer = await mock.fetch(...request);
    statuses.push(answer.status);
    return answer;
  };
  const client = (options: Partial<ClientOptions> = {}) =>
    new IssueTrackingClient({ ...mock.clientOptions, fetch, ...options } as ClientOptions);
  const count = (status: number) => statuses.filter((one) => one === status).length;
  return { mock, client, count, fetch };
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

async function tokenOf(mock: Mock, lifeMs: number): Promise<() => Promise<string>> {
  const { id: userId } = mock.world.users.create({ organizations: ['acme'] });
  return async () => {
    const expiresAt = new Date(mock.clock.now() + lifeMs).toISOString();
    const created = mock.world.accessTokens.create({ userId, expiresAt, scopes: ['projects:read'] });
    return created.token;
  };
}

test.each([
  ['unproven', false, 1],
  ['proven', true, 4],
])(
  '30 calls with a key that is %s all time out after one timeout when the service hangs [AUTH-7]',
  async (_, proven, sent) => {
    const found = json({ data: issue() });
    const { client, elapsed, requests } = scripted(proven ? [found, never] : [never], { timeout: 500, retry: false });
    if (proven) await client.issues.get('prj_web', 7);
    const before = requests.length;
    const calls = await Promise.allSettled(times(30, () => client.issues.update('prj_web', 7, { priority: 'high' })));
    expect(elapsed()).toBe(500);
    expect(requests.length - before).toBe(sent);
    const errors = calls.map((call) => call.status === 'rejected' && call.reason);
    expect(errors.every(({ name }) => name === 'TimeoutError')).toBe(true);
    // Those that only waited were never sent, and say so.
    expect(errors.filter(({ mayHaveBeenApplied }) => mayHaveBeenApplied === false)).toHaveLength(30 - sent);
    expect(errors.at(-1)).toMatchObject({ attempts: [], message: expect.stringContaining('was not sent') });
  },
);

test('a POST that timed out unsent is retried', async () => {
  const answers = [never, json({ data: issue() })];
  const { client, requests } = scripted(answers, { timeout: 500 });
  const [sent, waited] = await Promise.allSettled(
    times(2, () => client.request('POST', '/api/v1/projects/prj_web/anything', { body: {} })),
  );
  expect(sent).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError', mayHaveBeenApplied: true } });
  expect(waited?.status).toBe('fulfilled');
  expect(requests).toHaveLength(2);
});

test('50 calls with a revoked key cause 4 × 401 [AUTH-7]', async () => {
  const { mock, client, count } = setUp();
  const { apiKey } = await mock.tenant();
  const revoked = client({ apiKey });
  await revoked.projects.list();
  mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
  await Promise.allSettled(times(50, () => revoked.projects.list()));
  expect(count(401)).toBe(4);
});

test('no call fails over an hour with tokens that expire every 10 minutes without expiresAt [AUTH-3] [AUTH-7]', async () => {
  const { mock, client, count } = setUp();
  const accessToken = await tokenOf(mock, 10 * minute);
  const renewing = client({ apiKey: undefined, accessToken, rateLimit: { requests: 10 } });
  const end = mock.clock.now() + 60 * minute;
  let lost = 0;
  const work = async () => {
    while (mock.clock.now() < end) await renewing.projects.list().catch(() => lost++);
  };
  await Promise.all(times(10, work));
  expect([lost, count(429)]).toEqual([0, 0]);
  expect(count(401)).toBeGreaterThan(4);
});

test('an HTML page with status 200 or 403 proves no key, so a bad key causes one 401 afterwards [AUTH-7]', async () => {
  const pages = [new Response('<h1>Sign in</h1>'), new Response('<h1>No</h1>', { status: 403 })];
  const { client, requests } = scripted([...pages, errorResponse(401, 'Unknown key')], { retry: false });
  for (const _ of pages) await client.projects.list().catch(() => {});
  await Promise.allSettled(times(20, () => client.projects.list()));
  expect(requests).toHaveLength(3);
});

test('a success of client.request proves the credential, so later calls are sent in parallel [AUTH-7]', async () => {
  const { client, clock } = scripted([json({ data: 1 }), slow]);
  let [inFlight, most] = [0, 0];
  async function slow() {
    most = Math.max(most, ++inFlight);
    await clock.sleep(100);
    inFlight--;
    return json({ data: 1 });
  }
  await client.request('GET', '/api/v1/status');
  await Promise.all(times(20, () => client.request('GET', '/api/v1/status')));
  expect(most).toBe(4);
});

test('a key rejected once by mistake fails no call, and even a POST is sent again, because a 401 was not processed [AUTH-3] [AUTH-7]', async () => {
  const found = json({ data: [], total: 0 });
  const { client, elapsed, requests } = scripted([found, errorResponse(401, 'Unknown key'), found]);
  await client.projects.list();
  await client.request('POST', '/api/v1/projects/prj_web/anything', { body: {} });
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  expect(elapsed()).toBe(1_000);
});

test('a call without retries rejects with its 401, and the circuit opens for 5 s [AUTH-3] [AUTH-7]', async () => {
  const steps = [json({ data: [], total: 0 }), errorResponse(401, 'Unknown key'), json({ data: [], total: 0 })];
  const { client, clock } = scripted(steps, { retry: false });
  await client.projects.list();
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: true });
  const retryAt = clock.now() + 5_000;
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: false, retryAt });
  await clock.advance(5_000);
  await expect(client.projects.list()).resolves.toBeDefined();
});

test('when the circuit opens, a call that waits for a resend rejects with its own 401 [AUTH-3]', async () => {
  const found = json({ data: [], total: 0 });
  const { client } = scripted([found, errorResponse(401, 'Revoked')]);
  await client.projects.list();
  const calls = await Promise.allSettled(times(3, () => client.projects.list()));
  for (const call of calls) {
    expect(call).toMatchObject({ reason: { name: 'AuthenticationError', error: 'Revoked', sent: true } });
  }
});

test('a 504 keeps its slot for one more timeout, because the request may continue behind the gateway [LIM-1]', async () => {
  const options = { timeout: 5000, retry: false, rateLimit: { requests: 1, windowMs: 10_000 } } as const;
  const { client, elapsed } = scripted([new Response('', { status: 504 }), json({ data: issue() })], options);
  await client.issues.get('prj_web', 7).catch(() => {});
  await client.issues.get('prj_web', 7);
  expect(elapsed()).toBe(15_000);
});

/** A store that counts failures and requests in flight, and has slots for all. */
function lockoutStore(): RateLimitStore {
  const failed = new Set<string>();
  const inFlight = new Set<string>();
  return {
    async acquire(_, { lockout }) {
      const failuresLeft = (lockout?.limit ?? 0) - failed.size;
      if (failuresLeft <= 0) return { ok: false, reason: 'lockout', retryInMs: 15 * minute, failuresLeft: 0 };
      if (inFlight.size >= failuresLeft) return { ok: false, reason: 'in-flight', retryInMs: 10, failuresLeft };
      const slot = crypto.randomUUID();
      inFlight.add(slot);
      return { ok: true, slot, failuresLeft, ...(failed.size > 0 && { rejectedMsAgo: 0 }) };
    },
    async release(_, slot, { lockout }) {
      if (!lockout) return;
      inFlight.delete(slot);
      if (lockout.rejected) failed.add(slot);
    },
    pause: async () => {},
  };
}

test('one bad key in six processes with one store causes 4 × 401 together [AUTH-7]', async () => {
  const store = lockoutStore();
  let rejected = 0;
  const process = async () => {
    // A clock of its own makes it another process, as far as the ledgers are concerned.
    const { client, requests } = scripted([errorResponse(401, 'Unknown key')], { rateLimit: { store } });
    await vi.waitFor(() => expect(client.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError' }));
    rejected += requests.length;
  };
  await Promise.all(times(6, process));
  expect(rejected).toBe(4);
});
