import { type ClientOptions, IssueTrackingClient, isIssueTrackingError } from '@issue-tracking/sdk';
import type { Acquired, RateLimitStore } from '@issue-tracking/sdk/store';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fulfilled, times } from './adversary/against.ts';
import { errorResponse, json, scripted } from './support/scripted-service.ts';

const minute = 60_000;
const granted: Acquired = { ok: true, slot: 'slot' };
const lockedOut: Acquired = { ok: false, reason: 'lockout', retryInMs: 15 * minute, failuresLeft: 0 };

afterEach(() => vi.unstubAllGlobals());

/** A service that accepts every token but the rejected ones, and an `accessToken` function that returns `current.token`. */
function setUp(options: Partial<ClientOptions> = {}) {
  const current = { token: 'old' };
  const asked: (string | undefined)[] = [];
  const accessToken = async ({ rejected }: { rejected?: string }) => {
    asked.push(rejected);
    return current.token;
  };
  /** The responses to tokens that aren't accepted. */
  const responses = new Map<string, () => Response>();
  const tokenOf = (request: Request) => request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  const service = scripted(
    [
      async (request) => {
        await service.clock.sleep(20);
        return responses.get(tokenOf(request))?.() ?? json({ data: [], total: 0 });
      },
    ],
    { apiKey: undefined, accessToken, ...options } as Partial<ClientOptions>,
  );
  const list = () => service.client.projects.list();
  const sent = () => service.requests.map(tokenOf);
  return { ...service, current, asked, responses, list, sent };
}

test.each([
  ['a key', { accessToken: undefined, apiKey: 'svc_bad' }],
  ['a token', { accessToken: 'bad' }],
  ['a function that returns the same one', { accessToken: () => 'bad' }],
])('the 401 of %s says until when calls are blocked, as the blocked calls do [AUTH-3] [AUTH-7]', async (_, options) => {
  const { client, clock, requests } = scripted([errorResponse(401, 'Invalid')], {
    apiKey: undefined,
    ...options,
  } as Partial<ClientOptions>);
  const failed = () => client.projects.list().catch((error: unknown) => error);
  const first = await failed();
  const retryAt = clock.now() + 5_000;
  expect(first).toMatchObject({ sent: true, retryAt });
  expect(first).toHaveProperty(
    'message',
    expect.stringContaining(`Calls are blocked until ${new Date(retryAt).toISOString()}.`),
  );
  expect(await failed()).toMatchObject({ sent: false, retryAt });
  expect(requests.length).toBeLessThan(3);
});

test('a 401 after which calls are not blocked has no retryAt [AUTH-3]', async () => {
  const { client } = scripted([errorResponse(401, 'Invalid')], { lockoutProtection: false });
  const error = await client.projects.list().catch((error: unknown) => error);
  expect(error).toMatchObject({ name: 'AuthenticationError', sent: true });
  expect(error).not.toHaveProperty('retryAt');
});

/** A store whose next results a test writes down; then it grants slots. */
function setUpWithStore() {
  const answers: Acquired[] = [];
  const acquire = vi.fn(async (..._: Parameters<RateLimitStore['acquire']>) => answers.shift() ?? granted);
  const release = vi.fn<RateLimitStore['release']>(async () => {});
  const store: RateLimitStore = { acquire, release, pause: async () => {} };
  return { ...setUp({ rateLimit: { store } }), answers, acquire, release };
}

describe.each(['Node', 'Cloudflare-Workers'])('in %s, the token of a function', (userAgent) => {
  const stub = () => vi.stubGlobal('navigator', { userAgent });

  test('that the store locks out is replaced, and the call succeeds [AUTH-7]', async () => {
    stub();
    const { list, current, answers, asked, sent } = setUpWithStore();
    await list();
    current.token = 'new';
    answers.push(lockedOut);
    await list();
    expect(sent()).toEqual(['old', 'new']);
    expect(asked).toEqual([undefined, 'old']);
  });

  test('that is locked out and returned again blocks calls until the function returns another [AUTH-7]', async () => {
    stub();
    const { list, current, asked, acquire, clock, sent } = setUpWithStore();
    await list();
    acquire.mockResolvedValue(lockedOut);
    const calls = await Promise.allSettled(times(3, list));
    for (const call of calls) {
      expect(call).toMatchObject({ reason: { name: 'AuthenticationError', sent: false } });
    }
    const before = asked.length;
    await clock.sleep(1000);
    current.token = 'new';
    acquire.mockResolvedValueOnce(lockedOut).mockResolvedValue(granted);
    await list();
    expect(sent()).toEqual(['old', 'new']);
    expect(asked).toHaveLength(before + 1);
  });

  test('that another process saw rejected is replaced before it is sent again, and its slot is given back [AUTH-7]', async () => {
    stub();
    const { list, current, answers, clock, release, sent } = setUpWithStore();
    await list();
    await clock.sleep(5000);
    current.token = 'new';
    answers.push({ ok: true, slot: 'unused', rejectedMsAgo: 1000 });
    await list();
    expect(sent()).toEqual(['old', 'new']);
    const returned = [expect.any(String), 'unused', expect.objectContaining({ afterMs: -minute })];
    await vi.waitFor(() => expect(release.mock.calls).toContainEqual(returned));
  });

  test('that another process saw rejected and that is returned again is sent as a probe [AUTH-7]', async () => {
    stub();
    const { list, answers, clock, asked, sent } = setUpWithStore();
    await list();
    await clock.sleep(5000);
    answers.push({ ok: true, slot: 'a', rejectedMsAgo: 1000 }, { ok: true, slot: 'b', rejectedMsAgo: 1200 });
    await Promise.all(times(3, list));
    expect(sent()).toEqual(['old', 'old', 'old', 'old']);
    // In Workers each call asks for itself.
    if (userAgent === 'Node') expect(asked).toEqual([undefined, 'old']);
  });

  test('that gets a pause longer than a window is replaced, and the next one is not paused [LIM-2] [AUTH-7]', async () => {
    stub();
    const { list, current, responses, elapsed, sent } = setUp();
    await list();
    current.token = 'new';
    responses.set('old', () => errorResponse(429, 'Locked out', { 'retry-after': '900' }));
    expect(fulfilled(await Promise.allSettled(times(6, list)))).toBe(6);
    expect(sent().filter((token) => token === 'old').length).toBeLessThanOrEqual(5);
    expect(elapsed()).toBeLessThan(5000);
  });

  test('that is paused so and returned again fails its calls, until the function returns another [LIM-2]', async () => {
    stub();
    const { list, responses, asked, sent, current, clock } = setUp();
    responses.set('old', () => errorResponse(429, 'Locked out', { 'retry-after': '900' }));
    for (let call = 0; call < 5; call++) {
      const error = await list().catch((thrown: unknown) => thrown);
      expect(isIssueTrackingError(error, 'RateLimitError') && error.retryAfterMs).toBeGreaterThan(890_000);
    }
    expect(sent()).toEqual(['old']);
    expect(asked.length).toBeLessThanOrEqual(3);
    current.token = 'new';
    await clock.sleep(1000);
    await list();
    expect(sent()).toEqual(['old', 'new']);
  });
});

test('the pause of a 429 holds back other calls until it is over [LIM-2]', async () => {
  const found = json({ data: [], total: 0 });
  const { client, elapsed } = scripted([found, errorResponse(429, 'Slow down', { 'retry-after': '30' }), found]);
  await client.projects.list();
  await client.projects.list({}, { retry: false }).catch(() => {});
  await client.projects.list();
  expect(elapsed()).toBe(30_000);
});

test('a short pause of a 429 calls no function for another token, and tells the store [LIM-2]', async () => {
  const pause = vi.fn(async () => {});
  const store: RateLimitStore = { acquire: async () => granted, release: async () => {}, pause };
  const { list, responses, asked, elapsed } = setUp({ rateLimit: { store } });
  await list();
  const limited = [errorResponse(429, 'Slow down', { 'retry-after': '30' })];
  responses.set('old', () => limited.shift() ?? json({ data: [], total: 0 }));
  await list();
  expect(asked).toEqual([undefined]);
  expect(elapsed()).toBeGreaterThanOrEqual(30_000);
  expect(pause).toHaveBeenCalledExactlyOnceWith(expect.any(String), 30_000, { windowMs: minute });
});

test('a rejection that is older than the token calls no function for another one [AUTH-7]', async () => {
  const { list, answers, asked, clock } = setUpWithStore();
  await clock.sleep(5000);
  answers.push({ ok: true, slot: 'a', rejectedMsAgo: 1000 });
  await list();
  answers.push({ ok: true, slot: 'b', rejectedMsAgo: 1500 });
  await list();
  expect(asked).toEqual([undefined]);
});

test('four rejections of a token leave four to the next one [AUTH-7]', async () => {
  const { list, current, responses, sent } = setUp();
  await list();
  responses.set('old', () => errorResponse(401, 'Expired'));
  current.token = 'new';
  expect(fulfilled(await Promise.allSettled(times(20, list)))).toBe(20);
  expect(sent().filter((token) => token === 'old')).toHaveLength(5);
});

test('a slot of the store that is older than half of its lease is given back, because others may soon have it [LIM-1] [AUTH-7]', async () => {
  const { client, acquire, release, clock } = setUpWithStore();
  acquire.mockImplementationOnce(async () => {
    await clock.sleep(5000);
    return { ok: true, slot: 'late' };
  });
  await client.projects.list({}, { timeout: 5000 });
  expect(acquire).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(release).toHaveBeenCalledWith(expect.any(String), 'late', expect.anything()));
});

test('an outage of the store in which calls go on is reported once, and so is the next one', async () => {
  let [isDown, answered] = [false, 0];
  const store: RateLimitStore = {
    async acquire() {
      if (isDown) throw new Error('ECONNREFUSED');
      answered++;
      return granted;
    },
    release: async () => {},
    pause: async () => {},
  };
  const warnings: unknown[] = [];
  const logger = { debug() {}, info() {}, warn: vi.fn(), error() {} };
  const hooks = { onWarning: (warning: unknown) => warnings.push(warning) };
  const { list, clock } = setUp({ rateLimit: { store, onStoreError: 'local' }, hooks, logger });
  const other = new IssueTrackingClient({
    ...{
      baseUrl: 'https://issues.test',
      apiKey: 'svc_other',
      clock,
      logger,
      rateLimit: { store, onStoreError: 'local' },
    },
    fetch: async () => json({ data: [], total: 0 }),
  });
  await list();
  for (const outage of [1, 2]) {
    isDown = true;
    for (let call = 0; call < 10; call++) {
      await list();
      await clock.sleep(1000);
    }
    await other.projects.list();
    expect(warnings).toHaveLength(outage);
    isDown = false;
    const before = answered;
    await vi.waitFor(async () => {
      await clock.sleep(5000);
      await list();
      expect(answered).toBeGreaterThan(before);
    });
  }
  expect(warnings).toEqual([
    { code: 'store-unavailable', message: expect.stringContaining('unreachable since 2026-04-01T09:30:00') },
    { code: 'store-unavailable', message: expect.stringContaining('unreachable since') },
  ]);
  expect(logger.warn, 'once for all clients').toHaveBeenCalledTimes(2);
});
