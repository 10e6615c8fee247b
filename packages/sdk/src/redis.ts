export type { IoRedisLike, NodeRedisLike, RedisClient } from './redis/redis-client.ts';
export { type RedisStoreOptions, redisStore } from './redis/redis-store.ts';
