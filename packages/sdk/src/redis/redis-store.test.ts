import { redisStore } from '@issue-tracking/sdk/redis';
import { Redis as IoRedis } from 'ioredis';
import { Redis as IoValkey } from 'iovalkey';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../../test/support/redis-server.ts';
import type { Acquired, RateLimitStore } from '../gate/store.ts';
import type { RedisClient } from './redis-client.ts';

const windowMs = 60_000;
const leaseMs = 30_000;
const lockoutMs = 900_000;
const slots = '{issue-tracking:v2:key}:slots';
const pause = '{issue-tracking:v2:key}:pause';
const lockoutKey = '{issue-tracking:v2:key}:failures';
const turns = '{issue-tracking:v2:key}:turns';

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
  return store.acquire('key', { limit, windowMs, leaseMs, process: 'one', waiting: 1, signal });
}

/** Acquires a slot and for one of 4 places in flight. */
function takePlace(store: RateLimitStore, process = 'one', waiting = 1) {
  const { signal } = new AbortController();
  const lockout = { limit: 4, windowMs: lockoutMs };
  return store.acquire('key', { limit: 100, windowMs, leaseMs, lockout, process, waiting, signal });
}

/** Moves the turn of a process that waits. */
async function turnIn(ms: number, process: string) {
  const [since] = (await server.admin.hget(turns, `t:${process}`))?.split(' ') ?? [];
  await server.admin.hset(turns, `t:${process}`, `${since} ${Date.now() + ms} 0`);
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

/** Lets all that was recorded count as that much older. */
async function age(ms: number) {
  for (const taken of await server.admin.zrange(slots, '0', '-1')) await server.admin.zincrby(slots, -ms, taken);
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

  test("after the server's clock goes back 10 minutes, no call waits longer than a lease and a window [LIM-1]", async () => {
    await slot(store);
    await slot(store);
    await age(-600_000);
    await take(store);
    const [seconds = '0'] = await server.admin.time();
    const [, latest = '0'] = await server.admin.zrange(slots, '-1', '-1', 'WITHSCORES');
    expect(Number(latest) - Number(seconds) * 1000).toBeLessThanOrEqual(leaseMs + windowMs + 1000);
  });

  test("after the server's clock goes back 10 minutes, a pause lasts no longer than before [LIM-2]", async () => {
    await store.pause('key', 5000, { windowMs });
    for (const field of ['until', 'next']) await server.admin.hincrbyfloat(pause, field, 600_000);
    const answer = await take(store);
    expect(answer).toMatchObject({ ok: false });
    expect(!answer.ok && answer.retryInMs).toBeLessThanOrEqual(5000 + windowMs);
  });

  test('failures and requests in flight of all processes are limited to 4 together [AUTH-7]', async () => {
    const taken = [];
    for (const process of ['a', 'b', 'c', 'd']) taken.push(await takePlace(store, process));
    for (const one of taken) expect(one).toEqual({ ok: true, slot: expect.any(String), failuresLeft: 4 });
    expect(await takePlace(store, 'e')).toMatchObject({ ok: false, reason: 'in-flight', failuresLeft: 4 });
    const [a, b, c, d] = taken as [Acquired, Acquired, Acquired, Acquired];
    await end(store, a);
    await end(store, b, true);
    await end(store, b, true);
    const next = await takePlace(store, 'e');
    expect(next).toMatchObject({ ok: true, failuresLeft: 3, rejectedMsAgo: expect.any(Number) });
    expect(await takePlace(store, 'f')).toMatchObject({ ok: false, reason: 'in-flight', failuresLeft: 3 });
    for (const one of [c, d, next]) await end(store, one, true);
    const blocked = await takePlace(store, 'f');
    expect(blocked).toMatchObject({ ok: false, reason: 'lockout', failuresLeft: 0 });
    expect(!blocked.ok && blocked.retryInMs).toBeGreaterThan(lockoutMs - 10_000);
    expect(await server.admin.pttl(lockoutKey)).toBeLessThanOrEqual(lockoutMs);
    for (const failure of await server.admin.zrange(lockoutKey, '0', '-1')) {
      await server.admin.zincrby(lockoutKey, -lockoutMs, failure);
    }
    const after = await takePlace(store, 'f');
    expect(after).toEqual({ ok: true, slot: expect.any(String), failuresLeft: 4 });
  });

  test('the place of a process that died becomes free exactly at the end of its lease [AUTH-7]', async () => {
    for (let place = 0; place < 4; place++) await takePlace(store);
    const older = async (ms: number) => {
      for (const one of await server.admin.zrange(lockoutKey, '0', '-1'))
        await server.admin.zincrby(lockoutKey, -ms, one);
    };
    await older(leaseMs - 5000);
    expect(await takePlace(store)).toMatchObject({ ok: false, reason: 'in-flight' });
    await older(5000);
    expect(await takePlace(store)).toMatchObject({ ok: true });
  });

  test('an unused place becomes free at once and is no failure [AUTH-7]', async () => {
    for (let place = 0; place < 4; place++) {
      const taken = await takePlace(store);
      if (!taken.ok) throw new Error('no place');
      const lockout = { windowMs: lockoutMs, rejected: false };
      await store.release('key', taken.slot, { windowMs, afterMs: -windowMs, lockout });
    }
    expect(await takePlace(store)).toEqual({ ok: true, slot: expect.any(String), failuresLeft: 4 });
    expect(await server.admin.zcard(slots)).toBe(1);
  });

  test('processes that wait for the window get different times, one per slot [LIM-1]', async () => {
    for (let taken = 0; taken < 3; taken++) await store.release('key', await slot(store, 3), { windowMs, afterMs: 0 });
    const names = await server.admin.zrange(slots, '0', '-1');
    for (const [index, name] of names.entries()) await server.admin.zincrby(slots, -10_000 * (3 - index), name);
    const waits = [];
    for (const process of ['a', 'b', 'c']) {
      const { signal } = new AbortController();
      const asked = await store.acquire('key', { limit: 3, windowMs, leaseMs, process, waiting: 1, signal });
      waits.push(asked.ok ? 0 : Math.ceil(asked.retryInMs / 10_000));
    }
    expect(waits).toEqual([3, 4, 5]);
  });

  test('a free place goes to the process that has waited longest, and its next call gets a turn at once [AUTH-7]', async () => {
    const [first] = await Promise.all([takePlace(store), takePlace(store), takePlace(store), takePlace(store)]);
    expect(await takePlace(store, 'waits')).toMatchObject({ ok: false, reason: 'in-flight' });
    await end(store, first as Acquired);
    await turnIn(0, 'waits');
    expect(await takePlace(store, 'newcomer')).toMatchObject({ ok: false, reason: 'in-flight' });
    await turnIn(0, 'waits');
    expect(await takePlace(store, 'waits', 2)).toMatchObject({ ok: true, nextInMs: expect.any(Number) });
  });

  test('a process that does not return loses its turn after half a second', async () => {
    const places = await Promise.all([takePlace(store), takePlace(store), takePlace(store), takePlace(store)]);
    const waits = await takePlace(store, 'gone');
    await end(store, places[0] as Acquired);
    expect(!waits.ok && waits.retryInMs).toBeGreaterThan(0);
    await turnIn(-400, 'gone');
    expect(await takePlace(store, 'newcomer')).toMatchObject({ ok: false });
    await turnIn(-600, 'gone');
    expect(await takePlace(store, 'newcomer')).toMatchObject({ ok: true });
  });

  test('values of another format in the keys count as absent', async () => {
    await server.admin.hset(pause, 'until', 'tomorrow', 'next', '1e300');
    expect(await takePlace(store)).toMatchObject({ ok: true });
    await server.admin.hset(pause, 'until', 9e15, 'next', 9e15);
    expect(await takePlace(store), 'a pause without its length').toMatchObject({ ok: true });
    await server.admin.zadd(
      lockoutKey,
      Date.now() + 1000,
      'mine',
      Date.now() + 1000,
      'x:y',
      Date.now() + 1000,
      'z',
      9e15,
      'w',
    );
    await server.admin.hset(turns, 't:x', 'mine', 't:y', 'nan nan 3', 'held', 'long', 'z', '1');
    expect(await takePlace(store)).toMatchObject({ ok: true, failuresLeft: 4 });
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

  test('a slot of an abandoned attempt is kept longer, and an unused slot becomes free at once [LIM-1]', async () => {
    const first = await slot(store, 1);
    await store.release('key', first, { windowMs, afterMs: 20_000 });
    await age(windowMs + 10_000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: false });
    await store.release('key', first, { windowMs, afterMs: -windowMs });
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

  test('a key of another type rejects with an error that contains the key', async () => {
    await server.admin.set(slots, 'mine');
    await expect(take(store)).rejects.toThrow(
      `The Redis key ${slots} holds something else: delete it, or choose another prefix`,
    );
    await server.admin.del(slots);
    await server.admin.set(turns, 'mine');
    await expect(takePlace(store)).rejects.toThrow(/^The Redis key \{issue-tracking:v2:key\}:turns holds/);
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

test('redisStore rejects values that are no client of a known library', () => {
  for (const client of [undefined, null, {}, 'redis://localhost', { get() {} }]) {
    expect(() => redisStore(client as never)).toThrow(expect.objectContaining({ name: 'InvalidArgumentError' }));
  }
});

test.each([0, -1, Number.NaN])('timeoutMs: %d is rejected, because every call would fail', (timeoutMs) => {
  const client = { eval: async () => null, evalsha: async () => null };
  expect(() => redisStore(client, { timeoutMs })).toThrow('timeoutMs must be milliseconds above 0');
});
