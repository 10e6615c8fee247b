import { redisStore } from '@issue-tracking/sdk/redis';
import type { RateLimitStore } from '@issue-tracking/sdk/store';
import type { Redis as IoRedis, Cluster as IoRedisCluster } from 'ioredis';
import type { Redis as IoValkey, Cluster as IoValkeyCluster } from 'iovalkey';
import type { createClient, createClientPool, createCluster, createSentinel, RedisClientType } from 'redis';
import { expectTypeOf, test } from 'vitest';

test('redisStore accepts clients of all three libraries, and of their clusters, pools and sentinels', () => {
  type Client = Parameters<typeof redisStore>[0];
  expectTypeOf<IoRedis>().toExtend<Client>();
  expectTypeOf<IoRedisCluster>().toExtend<Client>();
  expectTypeOf<IoValkey>().toExtend<Client>();
  expectTypeOf<IoValkeyCluster>().toExtend<Client>();
  expectTypeOf<RedisClientType>().toExtend<Client>();
  expectTypeOf<ReturnType<typeof createClient>>().toExtend<Client>();
  expectTypeOf<ReturnType<typeof createClientPool>>().toExtend<Client>();
  expectTypeOf<ReturnType<typeof createCluster>>().toExtend<Client>();
  expectTypeOf<ReturnType<typeof createSentinel>>().toExtend<Client>();
  expectTypeOf(redisStore).returns.toExtend<RateLimitStore>();
});

test('redisStore accepts no other value', () => {
  // @ts-expect-error a URL is not a client
  redisStore('redis://localhost');
  // @ts-expect-error a client has eval() and evalsha() or evalSha()
  redisStore({ get: async () => null });
  // @ts-expect-error milliseconds are a number
  redisStore({} as IoRedis, { timeoutMs: '5s' });
});
