import { createMock, virtualClock } from '@issue-tracking/mock';
import { type Clock, IssueTrackingClient, isIssueTrackingError, type KeyProvider } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { errorResponse, json, scripted } from './support/scripted-service.ts';

/** A mock whose key changes while five loops call it, and what came of that. */
async function rotate(apiKeyOf: (current: () => string, clock: Clock) => KeyProvider, overlapMs: number) {
  const clock = virtualClock({ now: '2026-04-01T09:00:00.000Z', auto: true });
  const mock = createMock({ clock });
  const { apiKey: first, ...service } = mock.clientOptions;
  const fetch: typeof mock.fetch = async (...request) => {
    await clock.sleep(40);
    const response = await mock.fetch(...request);
    await clock.sleep(40);
    return response;
  };
  let key = first;
  const client = new IssueTrackingClient({ ...service, fetch, apiKey: apiKeyOf(() => key, clock) });
  const organizationId = (await client.projects.list()).data[0]?.organizationId ?? '';
  const failed: unknown[] = [];
  let done = 0;
  let isOver = false;
  const loops = Array.from({ length: 5 }, async () => {
    while (!isOver) {
      await client.issues.get('prj_web', 1).then(
        () => done++,
        (error) => failed.push(error),
      );
      await clock.sleep(1_000);
    }
  });
  const rotation = async () => {
    await clock.sleep(60_000);
    const old = key;
    key = mock.world.apiKeys.create({ organizationId }).key;
    await clock.sleep(overlapMs);
    mock.world.apiKeys.update({ key: old }, { revoked: true });
    await clock.sleep(120_000);
    isOver = true;
  };
  await Promise.all([rotation(), ...loops]);
  return { failed, done, rejected: mock.requests.find({ status: 401 }).length };
}

test('a key with expiresAt rotates under load without a 401 while both keys are valid [AUTH-7]', async () => {
  const asked = vi.fn();
  const { failed, done, rejected } = await rotate(
    (current, clock) => async (request) => {
      asked(request);
      return { key: current(), expiresAt: new Date(clock.now() + 30_000) };
    },
    60_000,
  );
  expect(failed).toEqual([]);
  expect(rejected).toBe(0);
  expect(done).toBeGreaterThan(300);
  expect(asked.mock.calls.length).toBeGreaterThan(3);
  for (const [request] of asked.mock.calls) expect(request).not.toHaveProperty('rejected');
});

test('a key revoked as soon as its successor exists causes at most 4 × 401, and no call fails [AUTH-7]', async () => {
  const asked = vi.fn();
  const { failed, done, rejected } = await rotate(
    (current) => async (request) => {
      asked(request.rejected);
      return current();
    },
    0,
  );
  expect(failed).toEqual([]);
  expect(rejected).toBeGreaterThan(0);
  expect(rejected).toBeLessThanOrEqual(4);
  expect(done).toBeGreaterThan(300);
  expect(asked.mock.calls).toEqual([[undefined], [expect.stringMatching(/^svc_/)]]);
});

test('the apiKey function is called once for parallel calls', async () => {
  const apiKey = vi.fn(async () => 'svc_key');
  const { client, requests } = scripted([json({ data: [], total: 0 })], { apiKey });
  await Promise.all(Array.from({ length: 10 }, () => client.projects.list()));
  expect(apiKey).toHaveBeenCalledOnce();
  expect(new Set(requests.map(({ headers }) => headers.get('authorization')))).toEqual(new Set(['Bearer svc_key']));
});

test('a single 401 of an unchanged key resends the call [AUTH-3]', async () => {
  const found = json({ data: [], total: 0 });
  const unauthorized = errorResponse(401, 'Invalid API key');
  const { client, requests } = scripted([found, unauthorized, found, unauthorized, found], { apiKey: () => 'svc_key' });
  await client.projects.list();
  await client.projects.list();
  expect(requests).toHaveLength(3);
});

test('a key that the function returns again is blocked like a fixed one, until the function returns another [AUTH-7]', async () => {
  let key = 'svc_old';
  const { client, clock, requests } = scripted(
    [
      (request) =>
        request.headers.get('authorization') === 'Bearer svc_new'
          ? json({ data: [], total: 0 })
          : errorResponse(401, 'Invalid API key'),
    ],
    { apiKey: () => key },
  );
  const calls = await Promise.allSettled(Array.from({ length: 10 }, () => client.projects.list()));
  expect(calls.every(({ status }) => status === 'rejected')).toBe(true);
  await clock.sleep(1_000);
  const error = await client.projects.list().catch((thrown: unknown) => thrown);
  expect(isIssueTrackingError(error, 'AuthenticationError') && error.sent).toBe(false);
  expect(requests).toHaveLength(1);
  key = 'svc_new';
  await clock.sleep(1_000);
  await client.projects.list();
  expect(requests).toHaveLength(2);
});

test.each([
  [() => 'Bearer svc_key', 'the key from the apiKey function must not begin with Bearer'],
  [() => ({ key: 'eyJhbGciOiJIUzI1NiJ9' }), 'the key from the apiKey function must begin with svc_'],
  [() => ({ token: 'svc_key' }), 'the key from the apiKey function must be a string'],
  [
    () => ({ key: 'svc_key', expiresAt: 5 }),
    'expiresAt must be a Date, or an ISO 8601 string with its zone, from the apiKey function',
  ],
  [
    () => ({ key: 'svc_key', expiresAt: '2026-04-01T09:00:00' }),
    'expiresAt must be a Date, or an ISO 8601 string with its zone',
  ],
  [() => ({ key: 'svc_key', expiresInMs: '60' }), 'expiresInMs must be milliseconds from 0, found string'],
  [
    () => ({ key: 'svc_key', expiresInMs: 60, expiresAt: new Date() }),
    'expiresAt and expiresInMs must not both be set, from the apiKey function',
  ],
  [() => Promise.reject(new Error('no such secret')), 'the apiKey function failed: no such secret'],
  [
    () => Promise.reject(new Error('svc_0123456789abcdef is revoked. Ask Ada.')),
    /the apiKey function failed: (?!.*(?:0123456789|Ada)).+ is revoked\.$/,
  ],
  [() => Promise.reject({ toString: () => 1 }), /the apiKey function failed$/],
])('an invalid key of the apiKey function is not sent [AUTH-2]: %s', async (apiKey, message) => {
  const { client, requests } = scripted([json({ data: [], total: 0 })], { apiKey } as never);
  const error = await client.projects.list().catch((thrown: unknown) => thrown);
  expect(isIssueTrackingError(error, 'CredentialError') && error.message).toEqual(
    typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  );
  expect(requests).toEqual([]);
});
