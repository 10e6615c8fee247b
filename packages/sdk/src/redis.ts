/**
 * A store in Redis, with which all processes of an application share one rate limit.
 *
 * @packageDocumentation
 */
export type { IoRedisLike, NodeRedisLike, RedisClient } from './redis/redis-client.ts';
export { type RedisStoreOptions, redisStore } from './redis/redis-store.ts';
