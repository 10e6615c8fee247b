import { hexDigest } from '../platform/hex-digest.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';
import { connectionOf, type RedisClient } from './redis-client.ts';
import { retryUntil } from './retry-until.ts';
import { authenticationScript, slotScript } from './script.ts';

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
 * Each credential has three keys, named by SHA-256, which expire by themselves. Times are those of the server, so the
 * processes' clocks don't have to agree. The slots of a process that dies become free one window after their lease.
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
 * @throws InvalidArgumentError if `client` is none of these.
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): RateLimitStore {
  const { prefix = 'issue-tracking:', timeoutMs = 10_000 } = options;
  const connection = connectionOf(client);

  /** The braces make a cluster keep both on one node. */
  const keysOf = (key: string) => [`${prefix}{${key}}:slots`, `${prefix}{${key}}:pause`];

  async function run(text: string, keys: string[], args: (string | number)[]): Promise<unknown> {
    const texts = args.map(String);
    try {
      return await connection.run('sha1', await sha1Of(text), keys, texts);
    } catch (error) {
      // A server that was restarted, or whose scripts were flushed, doesn't know it; the text makes it known again.
      if (messageOf(error).startsWith('NOSCRIPT')) return await connection.run('text', text, keys, texts);
      throw error;
    }
  }

  const once = (key: string, ...args: (string | number)[]) => run(slotScript, keysOf(key), args);

  function retrying(run: () => Promise<unknown>, signal?: AbortSignal): Promise<unknown> {
    return retryUntil({ timeoutMs, run, isClosed: connection.isClosed, ...(signal && { signal }) });
  }

  return {
    async acquire(key, { limit, windowMs, leaseMs, count = 1, signal }) {
      // Named here, so that asking again after a lost answer takes no second slot.
      const id = crypto.randomUUID();
      const [slot = '', ...more] = Array.from({ length: count }, (_, index) => `${id}.${index}/${Math.ceil(leaseMs)}`);
      try {
        const answer = await retrying(() => once(key, 'acquire', windowMs, limit, leaseMs, slot, ...more), signal);
        const [given, retryInMs, paused] = answer as [number, number, 0 | 1];
        if (given === 0) return { ok: false, retryInMs, paused: paused === 1 };
        return { ok: true, slot, ...(given > 1 && { more: more.slice(0, given - 1) }) };
      } catch (error) {
        // The server may have given them out, or may yet when it is back; nobody will use them.
        for (const lost of [slot, ...more]) once(key, 'settle', windowMs, lost, -windowMs).catch(() => {});
        if (!messageOf(error).includes('WRONGTYPE')) throw error;
        const problem = `The Redis key ${keysOf(key).join(' or ')} holds something else: choose another prefix`;
        throw new Error(problem, { cause: error });
      }
    },
    async settle(key, slot, { windowMs, afterMs }) {
      await retrying(() => once(key, 'settle', windowMs, slot, afterMs));
    },
    async penalize(key, ms, { windowMs }) {
      await retrying(() => once(key, 'penalize', windowMs, ms));
    },
    async authentication(key, { kind, id, limit, windowMs, leaseMs }) {
      const keys = [`${prefix}{${key}}:failures`];
      const answer = await retrying(() => run(authenticationScript, keys, [kind, id, limit, windowMs, leaseMs]));
      const [ok, failures, freeInMs] = answer as [0 | 1, number, number];
      return { ok: ok === 1, failures, freeInMs };
    },
  };
}

const sha1s = new Map<string, string>();

/** What the server calls a script once it knows it. */
async function sha1Of(text: string): Promise<string> {
  const sha1 = sha1s.get(text) ?? (await hexDigest('SHA-1', text));
  sha1s.set(text, sha1);
  return sha1;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
