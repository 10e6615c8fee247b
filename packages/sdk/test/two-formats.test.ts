import { createMock, type Mock } from '@issue-tracking/mock';
import { IssueTrackingClient, type RateLimitOptions } from '@issue-tracking/sdk';
import type { redisStore } from '@issue-tracking/sdk/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';

// Two versions of the package share a Redis, a prefix and a credential while a fleet is upgraded.

/** The store as another version has it: another format's number, and values of other types under the same last names. */
async function storeOfFormat(number: number): Promise<typeof redisStore> {
  vi.resetModules();
  vi.doMock('../src/redis/script.ts', async (original) => {
    const { format, script, ...others } = await original<typeof import('../src/redis/script.ts')>();
    if (number === format) return { format, script, ...others };
    const swapped = script.replace(/KEYS\[([12])\]/g, (_, index) => `KEYS[${3 - index}]`);
    return { format: number, script: swapped, ...others };
  });
  return (await import('@issue-tracking/sdk/redis')).redisStore;
}

const [present, next] = [await storeOfFormat(1), await storeOfFormat(2)];
// Files of one worker share their modules.
vi.doUnmock('../src/redis/script.ts');
vi.resetModules();

let server: RedisServer;
let connection: Redis;

beforeAll(async () => {
  if (!hasRedis) return;
  server = await startRedis();
  connection = new Redis({ path: server.path });
});
afterAll(async () => {
  connection?.disconnect();
  await server?.stop();
});
beforeEach(async () => {
  await server?.admin.flushall();
});

/** At which no other file of this process has a mock. */
const baseUrl = 'https://two-formats.issues.test';

/** A client that shares nothing in memory with the others, as in another process: its `fetch` is its own. */
function processOf(version: typeof redisStore, mock: Mock, rateLimit: RateLimitOptions) {
  const fetch: typeof globalThis.fetch = (...request) => mock.fetch(...request);
  const store = version(connection);
  return new IssueTrackingClient({
    ...mock.clientOptions,
    fetch,
    rateLimit: { ...rateLimit, store },
    retry: { limit: 0 },
  });
}

test('two store formats with half of the limit each get no 429 [LIM-1]', {
  tags: 'redis-server',
}, async () => {
  const windowMs = 500;
  const mock = createMock({ baseUrl, rateLimit: { windowMs } });
  const processes = Array.from({ length: 10 }, (_, index) =>
    processOf(index % 2 ? next : present, mock, { requests: 50, windowMs }),
  );
  await Promise.all(processes.flatMap((client) => Array.from({ length: 20 }, () => client.projects.list())));
  expect(mock.requests.all().map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200));
});

test('two store formats with the whole limit each do not share slots or pauses', {
  tags: 'redis-server',
}, async () => {
  const mock = createMock({ baseUrl });
  const [one, other] = [processOf(present, mock, {}), processOf(next, mock, {})];
  for (let n = 0; n < 50; n++) await Promise.all([one.projects.list(), other.projects.list()]);
  for (const client of [one, other]) {
    await expect(client.projects.list()).rejects.toMatchObject({ name: 'RateLimitError', sent: true });
  }
});

test('two store formats each count 4 failed authentications [AUTH-7]', {
  tags: 'redis-server',
}, async () => {
  const windowMs = 900_000;
  const lockout = { limit: 4, windowMs };
  const { signal } = new AbortController();
  const terms = { limit: 100, windowMs: 60_000, leaseMs: 30_000, lockout, process: 'one', waiting: 1, signal };
  for (const store of [present(connection), next(connection)]) {
    for (let failures = 0; failures < 4; failures++) {
      const taken = await store.acquire('key', terms);
      if (!taken.ok) throw new Error(`rejected after ${failures} failures`);
      const rejected = { windowMs, rejected: true };
      await store.release('key', taken.slot, { windowMs: 60_000, afterMs: 0, lockout: rejected });
    }
    expect(await store.acquire('key', terms)).toMatchObject({ ok: false, reason: 'lockout' });
  }
});
