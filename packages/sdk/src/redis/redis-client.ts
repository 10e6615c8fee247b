import { InvalidArgumentError } from '../errors/client-errors.ts';

/** The methods that this package calls on a client of `ioredis` or `iovalkey`, cluster clients included. */
export interface IoRedisLike {
  /** Runs a script by its text. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Runs a script that the server knows. */
  evalsha(sha1: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** `end` once it is closed, or has stopped connecting. */
  readonly status?: string;
}

/** The methods that this package calls on a client of `redis` (node-redis), cluster clients and pools included. */
export interface NodeRedisLike {
  /** Runs a script by its text. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Runs a script that the server knows. */
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Whether `connect()` was called, and `close()` or `destroy()` not yet. */
  readonly isOpen?: boolean;
}

/** The application's own client of `ioredis`, `iovalkey` or `redis`. */
export type RedisClient = IoRedisLike | NodeRedisLike;

/** The operations that the store needs, for either kind of client. */
export interface RedisConnection {
  /** Runs a script by its text, or by its SHA-1 once the server knows it. */
  run(by: 'text' | 'sha1', script: string, keys: string[], args: string[]): Promise<unknown>;
  /** Whether there is no use in trying again. */
  isClosed(): boolean;
}

/** @throws InvalidArgumentError when it is no client of these libraries. */
export function connectionOf(client: RedisClient): RedisConnection {
  const isObject = typeof client === 'object' && client !== null;
  if (isObject && 'evalSha' in client) {
    return {
      run: (by, script, keys, args) => client[by === 'text' ? 'eval' : 'evalSha'](script, { keys, arguments: args }),
      isClosed: () => client.isOpen === false,
    };
  }
  if (isObject && 'evalsha' in client) {
    return {
      run: (by, script, keys, args) =>
        client[by === 'text' ? 'eval' : 'evalsha'](script, keys.length, ...keys, ...args),
      isClosed: () => client.status === 'end',
    };
  }
  const message = 'must be a client of ioredis, iovalkey or redis, with eval() and evalsha() or evalSha()';
  throw new InvalidArgumentError({ details: [{ field: 'client', message }] });
}
