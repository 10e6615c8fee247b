/** What this package calls on a client of `ioredis` or `iovalkey`, cluster clients included. */
export interface IoRedisLike {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  evalsha(sha1: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** What this package calls on a client of `redis` (node-redis), cluster clients and pools included. */
export interface NodeRedisLike {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The application's own client of `ioredis`, `iovalkey` or `redis`. */
export type RedisClient = IoRedisLike | NodeRedisLike;

/** Runs a script by its text, or by its SHA-1 once the server knows it. */
export type RunScript = (by: 'text' | 'sha1', script: string, keys: string[], args: string[]) => Promise<unknown>;

/** One way to run a script, whichever client it is; `undefined` when it is none of them. */
export function scriptRunner(client: RedisClient): RunScript | undefined {
  if (typeof client !== 'object' || client === null) return undefined;
  if ('evalSha' in client) {
    return (by, script, keys, args) => client[by === 'text' ? 'eval' : 'evalSha'](script, { keys, arguments: args });
  }
  if ('evalsha' in client) {
    return (by, script, keys, args) =>
      client[by === 'text' ? 'eval' : 'evalsha'](script, keys.length, ...keys, ...args);
  }
  return undefined;
}
