import { redisStore } from '@issue-tracking/sdk/redis';
import { Redis as IoRedis } from 'ioredis';
import { Redis as IoValkey } from 'iovalkey';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../../test/support/redis-server.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';
import type { RedisClient } from './redis-client.ts';

const windowMs = 60_000;
const leaseMs = 30_000;
const slots = 'issue-tracking:{key}:slots';
const pause = 'issue-tracking:{key}:pause';

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

  test('as many slots are given out as the limit allows, and then a wait of a window at most [LIM-1]', async () => {
    expect(new Set([await slot(store), await slot(store)]).size).toBe(2);
    expect(await take(store)).toEqual({ ok: false, retryInMs: windowMs, paused: false });
  });

  test('several slots come in one trip, as many as are free [LIM-1]', async () => {
    const signal = new AbortController().signal;
    const ask = () => store.acquire('key', { limit: 5, windowMs, leaseMs, count: 3, signal });
    const first = await ask();
    const second = await ask();
    expect(first).toMatchObject({ ok: true, more: [expect.any(String), expect.any(String)] });
    expect(second).toMatchObject({ ok: true, more: [expect.any(String)] });
    expect(await ask()).toMatchObject({ ok: false });
    expect(await server.admin.zcard(slots)).toBe(5);
  });

  test('after a pause one slot comes in a trip, however many are wanted [LIM-2]', async () => {
    await store.penalize('key', 10, { windowMs });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const signal = new AbortController().signal;
    const answer = await store.acquire('key', { limit: 5, windowMs, leaseMs, count: 3, signal });
    expect(answer).toEqual({ ok: true, slot: expect.any(String) });
  });

  test("when the server's clock goes back 10 minutes, nobody waits for longer than a lease and a window [LIM-1]", async () => {
    await slot(store);
    await slot(store);
    await age(-600_000);
    await take(store);
    const [seconds = '0'] = await server.admin.time();
    const [, latest = '0'] = await server.admin.zrange(slots, '-1', '-1', 'WITHSCORES');
    expect(Number(latest) - Number(seconds) * 1000).toBeLessThanOrEqual(leaseMs + windowMs + 1000);
  });

  test("when the server's clock goes back 10 minutes, a pause lasts no longer than it was to [LIM-2]", async () => {
    await store.penalize('key', 5000, { windowMs });
    for (const field of ['until', 'next']) await server.admin.hincrbyfloat(pause, field, 600_000);
    const answer = await take(store);
    expect(answer).toMatchObject({ ok: false });
    expect(!answer.ok && answer.retryInMs).toBeLessThanOrEqual(5000 + windowMs);
  });

  test('refused requests and probes of all processes are counted together, and end by themselves [AUTH-7]', async () => {
    const step = (kind: 'probe' | 'accepted' | 'refused', id: string) =>
      store.authentication?.('origin', { kind, id, limit: 4, windowMs: 900_000, leaseMs: 60_000 });
    for (const id of ['a', 'b', 'c', 'd']) expect(await step('probe', id)).toMatchObject({ ok: true, failures: 0 });
    expect(await step('probe', 'a'), 'the same again').toMatchObject({ ok: true });
    expect(await step('probe', 'e')).toEqual({ ok: false, failures: 0, freeInMs: 0 });
    await step('accepted', 'a');
    expect(await step('refused', 'b')).toMatchObject({ failures: 1 });
    expect(await step('probe', 'e')).toMatchObject({ ok: true, failures: 1 });
    for (const id of ['c', 'd', 'e']) await step('refused', id);
    const full = await step('probe', 'f');
    expect(full).toMatchObject({ ok: false, failures: 4 });
    expect(full?.freeInMs).toBeGreaterThan(890_000);
    const failures = 'issue-tracking:{origin}:failures';
    for (const failure of await server.admin.zrange(failures, '0', '-1')) {
      await server.admin.zincrby(failures, -900_000, failure);
    }
    expect(await step('probe', 'f')).toEqual({ ok: true, failures: 0, freeInMs: 0 });
    expect(await server.admin.pttl(failures)).toBeLessThanOrEqual(900_000);
  });

  test('a slot is free one window after it was settled, not after it was taken [LIM-1]', async () => {
    const first = await slot(store, 1);
    await age(50_000);
    await store.settle('key', first, { windowMs, afterMs: 0 });
    await age(windowMs - 5000);
    const answer = await take(store, { limit: 1 });
    expect(answer).toMatchObject({ ok: false, paused: false });
    expect(!answer.ok && answer.retryInMs).toBeGreaterThan(0);
    expect(!answer.ok && answer.retryInMs).toBeLessThanOrEqual(5000);
    await age(5000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: true });
  });

  test('a slot of an attempt that was given up is kept longer, and one that was not used is free at once [LIM-1]', async () => {
    const first = await slot(store, 1);
    await store.settle('key', first, { windowMs, afterMs: 20_000 });
    await age(windowMs + 10_000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: false });
    await store.settle('key', first, { windowMs, afterMs: -windowMs });
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: true });
  });

  test('a slot that is never settled is free when its lease and a window are over [LIM-1]', async () => {
    await slot(store, 1);
    await age(leaseMs + windowMs - 5000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: false });
    await age(5000);
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: true });
  });

  test('a pause holds everyone back, and then slots come one after another for a window [LIM-2]', async () => {
    await store.penalize('key', 8000, { windowMs });
    await store.penalize('key', 2000, { windowMs });
    const answer = await take(store, { limit: 10 });
    expect(answer).toMatchObject({ ok: false, paused: true });
    expect(!answer.ok && answer.retryInMs).toBeGreaterThan(2000);
    expect(await server.admin.pttl(pause)).toBeGreaterThan(windowMs + 2000);

    await server.admin.hset(pause, 'until', 1, 'next', 1);
    expect(await take(store, { limit: 10 })).toMatchObject({ ok: true });
    const next = await take(store, { limit: 10 });
    expect(next).toMatchObject({ ok: false, paused: false });
    expect(!next.ok && next.retryInMs).toBeLessThanOrEqual(windowMs / 10);
    await server.admin.del(pause);
    expect(await take(store, { limit: 10 })).toMatchObject({ ok: true });
  });

  test('a server that forgot the script is told it again', async () => {
    await slot(store);
    await server.admin.script('FLUSH');
    await slot(store);
    expect(await take(store)).toMatchObject({ ok: false });
  });

  test('a settlement after the data was lost is counted again [LIM-1]', async () => {
    const lost = await slot(store, 1);
    await server.admin.flushall();
    await store.settle('key', lost, { windowMs, afterMs: 0 });
    expect(await take(store, { limit: 1 })).toMatchObject({ ok: false });
  });

  test('keys go by themselves', async () => {
    const first = await slot(store);
    expect(await server.admin.pttl(slots)).toBeGreaterThan(leaseMs + windowMs - 10_000);
    await store.settle('key', first, { windowMs, afterMs: 2 * windowMs });
    expect(await server.admin.pttl(slots)).toBeGreaterThan(3 * windowMs - 10_000);
    await store.penalize('key', 0, { windowMs });
    expect(await server.admin.pttl(pause)).toBeGreaterThan(0);
  });

  test('a key that holds something else is a clear error', async () => {
    await server.admin.set(slots, 'mine');
    await expect(take(store)).rejects.toThrow(
      `The Redis key ${slots} or ${pause} holds something else: choose another prefix`,
    );
    await expect(take(redisStore(connection.client, { prefix: 'other:' }))).resolves.toMatchObject({ ok: true });
  });

  test('a restart fails nobody, neither who asks during it nor who asks after it', async () => {
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

  test('a server that does not answer is waited for, at most timeoutMs', async () => {
    const impatient = redisStore(connection.client, { timeoutMs: 50 });
    await server.admin.client('PAUSE', 60_000, 'WRITE');
    await expect(take(impatient)).rejects.toThrow('Redis did not respond within 50 ms');
    await server.admin.client('UNPAUSE');
    await vi.waitFor(async () =>
      expect(await server.admin.zrangebyscore(slots, Date.now() + 1000, '+inf')).toEqual([]),
    );
  });

  test('who waits no longer takes no slot', async () => {
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
  'a %s client that was closed fails at once, not after timeoutMs',
  { tags: 'redis-server' },
  async (_, connect) => {
    const { client, close } = await connect();
    const store = redisStore(client, { timeoutMs: 2 ** 31 });
    await slot(store);
    await close();
    await expect(take(store)).rejects.toThrow(/closed/);
  },
);

test('asking again after a lost answer takes no second slot', { tags: 'redis-server' }, async () => {
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

test('what is no client of these libraries is refused at once', () => {
  for (const client of [undefined, null, {}, 'redis://localhost', { get() {} }]) {
    expect(() => redisStore(client as never)).toThrow(expect.objectContaining({ name: 'InvalidArgumentError' }));
  }
});
