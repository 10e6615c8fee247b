import { hexDigest } from '../platform/hex-digest.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';
import { connectionOf, type RedisClient } from './redis-client.ts';
import { retryUntil } from './retry-until.ts';
import { script } from './script.ts';

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** What the store's keys begin with: `issue-tracking:`. */
  readonly prefix?: string;
  /** How long a server that cannot be reached is waited for before `onStoreError` decides, in milliseconds: 10,000. */
  readonly timeoutMs?: number;
}

/**
 * Counts requests in Redis 6 or later, or Valkey, so that any number of processes with one credential stay within its
 * rate together. It uses the application's own client of `ioredis`, `iovalkey` or `redis`, and never closes it.
 *
 * Two keys per credential, named by its SHA-256, both of which expire by themselves. The server's clock counts; the
 * processes' own need not agree. A process that dies gives its slots back when their lease and a window are over.
 *
 * @example
 * const client = new IssueTrackingClient({
 *   baseUrl, apiKey,
 *   rateLimit: { store: redisStore(new Redis(process.env.REDIS_URL)) },
 * });
 *
 * @throws InvalidArgumentError when `client` is none of these.
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): RateLimitStore {
  const { prefix = 'issue-tracking:', timeoutMs = 10_000 } = options;
  const connection = connectionOf(client);

  /** In braces, so that a cluster keeps both on one node. */
  const keysOf = (key: string) => [`${prefix}{${key}}:slots`, `${prefix}{${key}}:pause`];

  async function once(key: string, operation: string, ...args: (string | number)[]): Promise<unknown> {
    const texts = [operation, ...args.map(String)];
    try {
      return await connection.run('sha1', await sha1(), keysOf(key), texts);
    } catch (error) {
      // A server that was restarted, or told to, has forgotten the script; the text makes it known again.
      if (messageOf(error).startsWith('NOSCRIPT')) return await connection.run('text', script, keysOf(key), texts);
      throw error;
    }
  }

  function retrying(run: () => Promise<unknown>, signal?: AbortSignal): Promise<unknown> {
    return retryUntil({ timeoutMs, run, isClosed: connection.isClosed, ...(signal && { signal }) });
  }

  return {
    async acquire(key, { limit, windowMs, leaseMs, signal }) {
      // Named by us, so that asking again after a lost answer takes no second slot.
      const slot = crypto.randomUUID();
      try {
        const answer = await retrying(() => once(key, 'acquire', windowMs, slot, limit, leaseMs), signal);
        const [ok, retryInMs, paused] = answer as [0 | 1, number, 0 | 1];
        return ok === 1 ? { ok: true, slot } : { ok: false, retryInMs, paused: paused === 1 };
      } catch (error) {
        // It may have been given out all the same, or be once the server is back, and nobody will use it.
        once(key, 'settle', windowMs, slot, -windowMs).catch(() => {});
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
  };
}

let sha1OfScript: Promise<string> | undefined;

/** What the server calls the script once it knows it. */
function sha1(): Promise<string> {
  sha1OfScript ??= hexDigest('SHA-1', script);
  return sha1OfScript;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
