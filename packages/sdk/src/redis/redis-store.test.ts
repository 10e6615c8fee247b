import { redisStore } from '@issue-tracking/sdk/redis';
import { Redis as IoRedis } from 'ioredis';
import { Redis as IoValkey } from 'iovalkey';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../../test/support/redis-server.ts';
import type { Acquired, RateLimitStore } from '../gate/store.ts';
import type { RedisClient } from './redis-client.ts';

const windowMs = 60_000;
const leaseMs = 30_000;
const lockoutMs = 900_000;
const [slots, failures, inFlight, pause] = ['slots', 'failures', 'in-flight', 'pause'].map(
  (name) => `{issue-tracking:v1:key}:${name}`,
) as [string, string, string, string];

let server: RedisServer;

beforeAll(async () => {
  if (hasRedis) server = await startRedis();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server?.admin.flushall();
});

interface Connection {
  readonly client: RedisClient;
  readonly close: () => unknown;
}

const libraries: Record<string, () => Promise<Connection>> = {
  async ioredis() {
    const client = new IoRedis({ path: server.path }).on('error', () => {});
    return { client, close: () => client.disconnect() };
  },
  async iovalkey() {
    const client = new IoValkey({ path: server.path }).on('error', () => {});
    return { client, close: () => client.disconnect() };
  },
  async redis() {
    const client = await createClient({ socket: { path: server.path, tls: false } })
      .on('error', () => {})
      .connect();
    return { client, close: () => client.destroy() };
  },
};

function take(store: RateLimitStore, options: { limit?: number; signal?: AbortSignal } = {}) {
  const { limit = 2, signal = new AbortController().signal } = options;
  return store.acquire('key', { limit, windowMs, leaseMs, signal });
}

/** Acquires a slot and one of 4 places in flight. */
function takePlace(store: RateLimitStore) {
  const { signal } = new AbortController();
  return store.acquire('key', { limit: 100, windowMs, leaseMs, lockout: { limit: 4, windowMs: lockoutMs }, signal });
}

/** The request that held a place has ended. */
function end(store: RateLimitStore, taken: Acquired, rejected = false) {
  if (!taken.ok) throw new Error('It was not sent');
  const lockout = { windowMs: lockoutMs, rejected };
  return store.release('key', taken.slot, { windowMs, afterMs: 0, lockout });
}

async function slot(store: RateLimitStore, limit?: number): Promise<string> {
  const answer = await take(store, limit === undefined ? {} : { limit });
  if (!answer.ok) throw new Error(`no slot for ${answer.retryInMs} ms`);
  return answer.slot;
}

/** Lets all that a key holds count as that much older. */
async function age(ms: number, key = slots) {
  for (const one of await server.admin.zrange(key, '0', '-1')) await server.admin.zincrby(key, -ms, one);
}

describe.each(Object.entries(libraries))('with %s', { tags: 'redis-server' }, (_, connect) => {
  let connection: Connection;
  let store: RateLimitStore;

  beforeAll(async () => {
    connection = await connect();
    store = redisStore(connection.client);
  });
  afterAll(() => connection.close());

  test('slots are granted up to the limit, and then a wait of at most one window [LIM-1]', async () => {
    expect(new Set([await slot(store), await slot(store)]).size).toBe(2);
    expect(await take(store)).toEqual({ ok: false, reason: 'window', retryInMs: windowMs });
  });

  test('failures and requests in flight of all processes are limited to 4 together [AUTH-7]', async () => {
    const taken: Acquired[] = [];
    for (let place = 0; place < 4; place++) taken.push(await takePlace(store));
    for (const one of taken) expect(one).toEqual({ ok: true, slot: expect.any(String), failuresLeft: 4 });
    expect(await takePlace(store)).toMatchObject({ ok: false, reason: 'in-flight', failuresLeft: 4 });
    const [a, b, c, d] = taken as [Acquired, Acquired, Acquired, Acquired];
    await end(store, a);
    await end(store, b, true);
    await end(store, b, true);
    const next = await takePlace(store);
    expect(next).toMatchObject({ ok: true, failuresLeft: 3, rejectedMsAgo: expect.any(Number) });
    expect(await takePlace(store)).toMatchObject({ ok: false, reason: 'in-flight', failuresLeft: 3 });
    for (const one of [c, d, next]) await end(store, one, true);
    const blocked = await takePlace(store);
    expect(blocked).toMatchObject({ ok: false, reason: 'lockout', failuresLeft: 0 });
    expect(!blocked.ok && blocked.retryInMs).toBeGreaterThan(lockoutMs - 10_000);
    expect(await server.admin.pttl(failures)).toBeLessThanOrEqual(lockoutMs);
    await age(lockoutMs, failures);
    expect(await takePlace(store)).toEqual({ ok: true, slot: expect.any(String), failuresLeft: 4 });
  });

  test('the place of a process that died becomes free exactly at the end of its lease [AUTH-7]', async () => {
    for (let place = 0; place < 4; place++) await takePlace(store);
    await age(leaseMs - 5000, inFlight);
    expect(await takePlace(store)).toMatchObject({ ok: false, reason: 'in-flight' });
    await age(5000, inFlight);
    expect(await takePlace(store)).toMatchObject({ ok: true });
  });

  test('an unused slot and its place become free at once, and are no failure [LIM-1] [AUTH-7]', async () => {
    for (let place = 0; place < 5; place++) {
      const taken = await takePlace(store);
      if (!taken.ok) throw new Error('no place');
      expect(taken.failuresLeft).toBe(4);
      const lockout = { windowMs: lockoutMs, rejected: false };
      await store.release('key', taken.slot, { windowMs, afterMs: -windowMs, lockout });
    }
    await slot(store, 1);
  });

  test('a slot becomes free one window after its release, not after its acquisition [LIM-1]', async () => {
    const first = await slot(store, 1);
    await age(50_000);
    await store.release('key', first, { windowMs, afterMs: 0 });
    await age(windowMs - 5000);
    const answer = await take(store, { limit: 1 });
    expect(answer).toMatchObject({ ok: false, reason: 'window' });
    expect(!answer.ok && answer.retryInMs).toBeGreaterThan(0);
    expect(!answer.ok && answer.retryInMs).toBeLessThanOrEqual(5000);
    await age(5000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: true });
  });

  test('a slot is kept longer if its request may arrive later [LIM-1]', async () => {
    const first = await slot(store, 1);
    await store.release('key', first, { windowMs, afterMs: 20_000 });
    await age(windowMs + 15_000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: false });
    await age(5000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: true });
  });

  test('a slot that is never released becomes free when its lease and a window are over [LIM-1]', async () => {
    await slot(store, 1);
    await age(leaseMs + windowMs - 5000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: false });
    await age(5000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: true });
  });

  test('a pause applies to every process, and afterwards slots are paced for a window [LIM-2]', async () => {
    await store.pause('key', 8000, { windowMs });
    await store.pause('key', 2000, { windowMs });
    const answer = await take(store, { limit: 10 });
    expect(answer).toMatchObject({ ok: false, reason: 'pause' });
    expect(!answer.ok && answer.retryInMs).toBeGreaterThan(2000);
    expect(await server.admin.pttl(pause)).toBeGreaterThan(windowMs + 2000);

    await server.admin.hset(pause, 'until', 1, 'next', 1);
    expect(await take(store, { limit: 10 })).toMatchObject({ ok: true });
    const next = await take(store, { limit: 10 });
    expect(next).toMatchObject({ ok: false, reason: 'window' });
    expect(!next.ok && next.retryInMs).toBeLessThanOrEqual(windowMs / 10);
    await server.admin.del(pause);
    expect(await take(store, { limit: 10 })).toMatchObject({ ok: true });
  });

  test('a script that the server no longer has is loaded again', async () => {
    await slot(store);
    await server.admin.script('FLUSH');
    await slot(store);
    expect(await take(store)).toMatchObject({ ok: false });
  });

  test('a slot released after the server lost its data counts again [LIM-1]', async () => {
    const lost = await slot(store, 1);
    await server.admin.flushall();
    await store.release('key', lost, { windowMs, afterMs: 0 });
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: false });
  });

  test('keys expire', async () => {
    const first = await slot(store);
    expect(await server.admin.pttl(slots)).toBeGreaterThan(leaseMs + windowMs - 10_000);
    await store.release('key', first, { windowMs, afterMs: 2 * windowMs });
    expect(await server.admin.pttl(slots)).toBeGreaterThan(3 * windowMs - 10_000);
    await store.pause('key', 0, { windowMs });
    expect(await server.admin.pttl(pause)).toBeGreaterThan(0);
  });

  test('a key that holds something else fails the call, and the error names it', async () => {
    await server.admin.set(slots, 'mine');
    await expect(take(store)).rejects.toThrow(
      `One of the Redis keys ${[slots, failures, inFlight, pause].join(', ')} holds something else: delete it, or`,
    );
    await expect(take(redisStore(connection.client, { prefix: 'other:' }))).resolves.toMatchObject({ ok: true });
  });

  test('a restart of the server fails no call', async () => {
    const asking: Promise<unknown>[] = [];
    const restarted = server.restart();
    for (let turn = 0; turn < 20; turn++) {
      asking.push(slot(store, 100));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await restarted;
    asking.push(slot(store, 100));
    await Promise.all(asking);
    expect(await server.admin.zcard(slots)).toBeLessThanOrEqual(21);
  });

  test('a server that does not respond rejects the call after timeoutMs', async () => {
    const impatient = redisStore(connection.client, { timeoutMs: 50 });
    await server.admin.client('PAUSE', 60_000, 'WRITE');
    await expect(take(impatient)).rejects.toThrow('Redis did not respond within 50 ms');
    await server.admin.client('UNPAUSE');
    await vi.waitFor(async () =>
      expect(await server.admin.zrangebyscore(slots, Date.now() + 1000, '+inf')).toEqual([]),
    );
  });

  test('an aborted call takes no slot', async () => {
    const abort = new AbortController();
    await server.admin.client('PAUSE', 60_000, 'WRITE');
    const taking = take(store, { signal: abort.signal });
    abort.abort('gone');
    await expect(taking).rejects.toBe('gone');
    await expect(take(store, { signal: AbortSignal.abort('before') })).rejects.toBe('before');
    await server.admin.client('UNPAUSE');
    await slot(store, 1);
  });
});

test.each(Object.entries(libraries))(
  'a closed %s client rejects at once, not after timeoutMs',
  { tags: 'redis-server' },
  async (_, connect) => {
    const { client, close } = await connect();
    const store = redisStore(client, { timeoutMs: 2 ** 31 });
    await slot(store);
    await close();
    await expect(take(store)).rejects.toThrow(/closed/);
  },
);

test('an acquire repeated after a lost response takes no second slot', { tags: 'redis-server' }, async () => {
  const client = new IoRedis({ path: server.path });
  const evalsha = vi.spyOn(client, 'evalsha');
  const store = redisStore(client);
  await slot(store, 1);
  await server.admin.flushall();
  const run = evalsha.getMockImplementation() ?? IoRedis.prototype.evalsha.bind(client);
  evalsha.mockImplementationOnce(async (...args: unknown[]) => {
    await (run as (...args: unknown[]) => Promise<unknown>)(...args);
    throw new Error('Connection is closed.');
  });
  await slot(store, 1);
  expect(await server.admin.zcard(slots)).toBe(1);
  client.disconnect();
});

describe('a reply', () => {
  /** A store over a client that replies so. */
  const replying = (...reply: unknown[]) => redisStore({ eval: async () => reply, evalsha: async () => reply });
  const forms: [string, (value: number | string) => unknown][] = [
    ['numbers', (value) => value],
    ['texts', String],
    ['Buffers', (value) => Buffer.from(`${value}`)],
  ];

  test.each(forms)('is understood with %s', async (_, form) => {
    const granted = [1, 1, '', 3, 250].map(form);
    expect(await takePlace(replying(...granted))).toEqual({
      ok: true,
      slot: expect.any(String),
      failuresLeft: 3,
      rejectedMsAgo: 250,
    });
    const refused = replying(...[0, 1500, 'in-flight', 4, -1].map(form));
    expect(await takePlace(refused)).toEqual({ ok: false, reason: 'in-flight', retryInMs: 1500, failuresLeft: 4 });
    expect(await take(refused)).toEqual({ ok: false, reason: 'in-flight', retryInMs: 1500 });
  });

  test.each([[[]], [[1, 0, '']]])('of %j fails the call', async (reply) => {
    await expect(take(replying(...reply))).rejects.toThrow('unexpected reply of Redis');
  });
});

describe('an error of the server', () => {
  const readOnly = "-READONLY You can't write against a read only replica.";
  const script = 'ERR Error running script (call to f_0a1b): @user_script:12:';
  const granted = [1, 1, '', 4, -1];

  function failing(...errors: string[]) {
    const evalsha = vi.fn(async (): Promise<unknown> => {
      const message = errors.shift();
      if (message) throw new Error(message);
      return granted;
    });
    return { evalsha, store: redisStore({ eval: evalsha, evalsha }, { timeoutMs: 1000 }) };
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    readOnly.slice(1),
    `${script} ${readOnly}`,
    'LOADING Redis is loading the dataset in memory',
    'connect ECONNREFUSED 127.0.0.1:6379',
  ])('that may pass is no reason to fail: %s', async (message) => {
    const taken = take(failing(message, message).store);
    await vi.advanceTimersByTimeAsync(200);
    expect(await taken).toMatchObject({ ok: true });
  });

  test('that lasts for timeoutMs fails the call, with its own words', async () => {
    const { store } = failing(...Array.from({ length: 20 }, () => `${script} ${readOnly}`));
    const taken = expect(take(store)).rejects.toThrow(
      `Redis did not become available within 1000 ms: ${script} ${readOnly}`,
    );
    await vi.advanceTimersByTimeAsync(1000);
    await taken;
  });

  test('that does not pass fails the call at once', async () => {
    const { store, evalsha } = failing("NOPERM User app has no permissions to run the 'evalsha' command");
    await expect(take(store)).rejects.toThrow('NOPERM');
    // And the slot, which it may have granted, is given back.
    expect(evalsha).toHaveBeenCalledTimes(2);
  });
});

test('redisStore rejects values that are no client of a known library', () => {
  for (const client of [undefined, null, {}, 'redis://localhost', { get() {} }]) {
    expect(() => redisStore(client as never)).toThrow(expect.objectContaining({ name: 'InvalidArgumentError' }));
  }
});

test.each([
  [{ timeoutMs: 0 }, 'timeoutMs must be milliseconds'],
  [{ timeoutMs: Number.NaN }, 'timeoutMs must be milliseconds'],
  [{ timeoutMs: '10' }, 'timeoutMs must be milliseconds'],
  [{ prefix: 7 }, 'prefix must be a string'],
  [{ timeout: 10 }, 'timeout is unknown: known are prefix, timeoutMs'],
])('redisStore rejects the options %j', (options, message) => {
  const client = { eval: async () => null, evalsha: async () => null };
  expect(() => redisStore(client, options as never)).toThrow(message);
});
