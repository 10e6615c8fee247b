import { setTimeout as sleep } from 'node:timers/promises';
import { createMock, type Mock } from '@issue-tracking/mock';
import { type ClientOptions, IssueTrackingClient, systemClock } from '@issue-tracking/sdk';
import { redisStore } from '@issue-tracking/sdk/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLong, some } from '../../../tools/testing/seeds.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';

let redis: RedisServer;
const connections: Redis[] = [];

beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
afterAll(async () => {
  // Slots are given back after the calls: the replies to that come first.
  await Promise.all(connections.map((connection) => connection.quit()));
  await redis?.stop();
});
beforeEach(async () => {
  await redis?.admin.flushall();
});

interface Process {
  client(
    options: Partial<ClientOptions> & { readonly requests: number; readonly windowMs?: number },
  ): IssueTrackingClient;
}

/** Processes with a connection to Redis each. A clock of its own keeps each from sharing anything else. */
function fleet(size: number, mock: Mock): { readonly processes: readonly [Process, ...Process[]]; trips(): number } {
  let trips = 0;
  const fetch: typeof globalThis.fetch = async (...request) => {
    await sleep(3 + Math.random() * 20);
    const response = await mock.fetch(...request);
    await sleep(Math.random() * 20);
    return response;
  };
  function start(): Process {
    const connection = new Redis({ path: redis.path });
    connections.push(connection);
    const { evalsha } = connection;
    connection.evalsha = ((...args: Parameters<typeof evalsha>) => {
      trips++;
      return evalsha.apply(connection, args);
    }) as typeof evalsha;
    const store = redisStore(connection);
    const clock = { ...systemClock };
    return {
      client({ requests, windowMs = 60_000, ...options }) {
        const rateLimit = { store, requests, windowMs };
        return new IssueTrackingClient({ ...mock.clientOptions, fetch, clock, rateLimit, ...options } as ClientOptions);
      },
    };
  }
  return { processes: [start(), ...Array.from({ length: size - 1 }, start)], trips: () => trips };
}

function count(mock: Mock, status: number): number {
  return mock.requests.all().filter((request) => request.status === status).length;
}

describe('processes that share a store', { tags: 'redis-server' }, () => {
  test.each(some([5, 12, 40]))(
    '%i processes with one revoked key get at most 4 × 401, and another key at the address keeps working [AUTH-7]',
    async (size) => {
      const mock = createMock({ behavior: { lockout: 'source' }, source: () => 'one', rateLimit: false });
      const { apiKey } = await mock.tenant();
      const { processes } = fleet(size, mock);
      const other = processes[0].client({ requests: 100_000 });
      let [isOver, done, lost] = [false, 0, 0];
      const use = async (client: IssueTrackingClient) => {
        while (!isOver) {
          await client.projects.list().then(
            () => done++,
            () => sleep(20),
          );
        }
      };
      const useOther = async () => {
        while (!isOver) await other.projects.list().catch(() => lost++);
      };
      const working = processes.map((one) => use(one.client({ apiKey, requests: 100_000 })));
      const workingToo = useOther();
      await expect.poll(() => done).toBeGreaterThan(2 * size);
      mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
      const requests = mock.requests.all().length;
      await expect.poll(() => mock.requests.all().length).toBeGreaterThan(requests + 20);
      isOver = true;
      await Promise.all([...working, workingToo]);
      expect([count(mock, 401) <= 4, count(mock, 429), lost]).toEqual([true, 0, 0]);
    },
  );

  test.each(some(['apiKey', 'accessToken'] as const))(
    '10 processes whose %s function returns a new credential fail no call, and send at most 4 requests with the old one [AUTH-3] [AUTH-7]',
    async (option) => {
      const mock = createMock({ rateLimit: false });
      const { apiKey: old, organization } = await mock.tenant();
      let current = old;
      const credential = { apiKey: undefined, [option]: async () => current } as Partial<ClientOptions>;
      const { processes } = fleet(10, mock);
      const clients = processes.map((one) => one.client({ ...credential, requests: 100_000 }));
      await Promise.all(clients.map((client) => client.projects.list()));
      current = mock.world.apiKeys.create({ organizationId: organization.id }).key;
      mock.world.apiKeys.update({ key: old }, { revoked: true });
      await Promise.all(clients.flatMap((client) => Array.from({ length: 8 }, () => client.projects.list())));
      expect(count(mock, 200)).toBe(90);
      expect(count(mock, 401)).toBeLessThanOrEqual(4);
    },
  );

  test('12 processes at their limit get no 429, and call the store at most 4 times for a request [LIM-1]', async () => {
    const [requests, windowMs] = isLong ? [100, 12_000] : [12, 600];
    const mock = createMock({ rateLimit: { requests, windowMs } });
    const { processes, trips } = fleet(12, mock);
    const end = Date.now() + 2.5 * windowMs;
    let done = 0;
    const use = async (client: IssueTrackingClient) => {
      while (Date.now() < end) {
        await client.projects.list();
        done++;
      }
    };
    const clients = processes.map((one) => one.client({ requests, windowMs }));
    await Promise.all(clients.flatMap((client) => Array.from({ length: isLong ? 5 : 2 }, () => use(client))));
    expect(count(mock, 429)).toBe(0);
    expect(done).toBeGreaterThan(requests);
    expect(trips() / done).toBeLessThanOrEqual(4);
  });
});
