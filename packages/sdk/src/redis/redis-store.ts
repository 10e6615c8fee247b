import { InvalidArgumentError } from '../errors/client-errors.ts';
import type { Acquired, AcquireRejected, RateLimitStore } from '../gate/store.ts';
import { hexDigest } from '../platform/hex-digest.ts';
import { connectionOf, type RedisClient } from './redis-client.ts';
import { retryUntil } from './retry-until.ts';
import { format, script } from './script.ts';

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** The beginning of the store's keys. By default `issue-tracking:`. */
  readonly prefix?: string;
  /** The time to wait for a server that can't be reached before `onStoreError` decides, in milliseconds. By default 10,000. */
  readonly timeoutMs?: number;
}

/**
 * Counts requests in Redis 6 or later, or Valkey, so that any number of processes with one credential stay within its
 * rate together. It uses the application's own client of `ioredis`, `iovalkey` or `redis`, and never closes it.
 *
 * Each credential has four keys, named by SHA-256 and by the format of their values, which expire by themselves. Times
 * are those of the server, so the processes' clocks don't have to agree. The slots of a process that dies become free one
 * window after their lease.
 *
 * @param client A connected client of one of these libraries.
 * @param options Prefix of the keys, and time limit.
 *
 * @example
 * const client = new IssueTrackingClient({
 *   baseUrl, apiKey,
 *   rateLimit: { store: redisStore(new Redis(process.env.REDIS_URL)) },
 * });
 *
 * @throws InvalidArgumentError if `client` is none of these, or an option is wrong.
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): RateLimitStore {
  const { prefix = 'issue-tracking:', timeoutMs = 10_000 } = checked(options);
  const connection = connectionOf(client);

  /** The braces make a cluster keep the keys of one credential on one node. */
  function keysOf(key: string): string[] {
    return ['slots', 'failures', 'in-flight', 'pause'].map((name) => `{${prefix}v${format}:${key}}:${name}`);
  }

  async function run(keys: string[], ...args: (string | number)[]): Promise<unknown> {
    const texts = args.map(String);
    try {
      return await connection.run('sha1', await sha1OfScript(), keys, texts);
    } catch (error) {
      // A server that was restarted, or whose scripts were flushed, doesn't know it; the text makes it known again.
      if (messageOf(error).startsWith('NOSCRIPT')) return await connection.run('text', script, keys, texts);
      throw error;
    }
  }

  async function retrying(keys: string[], args: (string | number)[], signal?: AbortSignal): Promise<unknown> {
    const attempt = () => run(keys, ...args);
    try {
      return await retryUntil({ timeoutMs, run: attempt, isClosed: connection.isClosed, ...(signal && { signal }) });
    } catch (cause) {
      // The server doesn't tell which key it is.
      if (!messageOf(cause).includes('WRONGTYPE')) throw cause;
      const problem = `One of the Redis keys ${keys.join(', ')} holds something else`;
      throw new Error(`${problem}: delete it, or choose another prefix`, { cause });
    }
  }

  return {
    async acquire(key, { limit, windowMs, leaseMs, lockout, signal }) {
      // Named here, so that a repeated acquire after a lost response takes no second slot.
      const slot = crypto.randomUUID();
      const keys = keysOf(key);
      const { limit: places = 0, windowMs: lockoutMs = 0 } = lockout ?? {};
      try {
        const args = ['acquire', windowMs, slot, limit, leaseMs, places, lockoutMs];
        return acquired(slot, lockout !== undefined, await retrying(keys, args, signal));
      } catch (error) {
        // The server may have granted the slot, or may do so when it is back; nothing will use it.
        const outcome = lockout ? 'ended' : '';
        run(keys, 'release', windowMs, slot, -windowMs, outcome, lockoutMs).catch(() => {});
        throw error;
      }
    },
    async release(key, slot, { windowMs, afterMs, lockout }) {
      const outcome = lockout ? (lockout.rejected ? 'rejected' : 'ended') : '';
      const args = ['release', windowMs, slot, afterMs, outcome, lockout?.windowMs ?? 0];
      await retrying(keysOf(key), args);
    },
    async pause(key, ms, { windowMs }) {
      await retrying(keysOf(key), ['pause', windowMs, '', ms]);
    },
  };
}

/** The requirement of each option, as a message. */
const rules: Record<string, readonly [isRight: (value: unknown) => boolean, message: string]> = {
  prefix: [(value) => typeof value === 'string', 'must be a string'],
  timeoutMs: [(value) => Number.isFinite(value) && Number(value) > 0, 'must be milliseconds above 0'],
};

function checked(options: RedisStoreOptions): RedisStoreOptions {
  const details = Object.entries(options ?? {}).flatMap(([field, value]) => {
    const [isRight, message] = rules[field] ?? [() => false, `is unknown: known are ${Object.keys(rules).join(', ')}`];
    return value === undefined || isRight(value) ? [] : [{ field, message }];
  });
  if (details.length > 0) throw new InvalidArgumentError({ details });
  return options ?? {};
}

/** Decodes a reply. Options of the application's client may turn numbers into text, and text into a `Buffer`. */
function acquired(slot: string, hasLockout: boolean, reply: unknown): Acquired {
  const [granted, ms, reason, failuresLeft, rejectedMsAgo] = Array.isArray(reply) ? reply.map(String) : [];
  if (granted === undefined || rejectedMsAgo === undefined)
    throw new Error(`unexpected reply of Redis: ${typeof reply}`);
  const ago = Number(rejectedMsAgo);
  const state = hasLockout && { failuresLeft: Number(failuresLeft), ...(ago >= 0 && { rejectedMsAgo: ago }) };
  if (Number(granted) === 1) return { ok: true, slot, ...state };
  return { ok: false, reason: reason as NonNullable<AcquireRejected['reason']>, retryInMs: Number(ms), ...state };
}

let sha1: Promise<string> | undefined;

/** The server's name for the script once it knows it. */
function sha1OfScript(): Promise<string> {
  sha1 ??= hexDigest('SHA-1', script);
  return sha1;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
