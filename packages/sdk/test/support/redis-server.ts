import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Whether there is a server to test against; says so once when there is none. */
export const hasRedis = program !== undefined;
if (!hasRedis) {
  // biome-ignore lint/suspicious/noConsole: whoever runs the tests should know what they did not prove.
  console.warn('\n⚠ SKIPPED: the tests against a real Redis. Install redis-server or valkey-server.\n');
}

/** A server of a test's own, on a unix socket, that keeps nothing. */
export interface RedisServer {
  readonly path: string;
  /** For the test's own commands. */
  readonly admin: Redis;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'redis-'));
  const path = join(directory, 'redis.sock');
  const admin = new Redis({ path, retryStrategy: () => 20, maxRetriesPerRequest: null });
  admin.on('error', () => {
    // Expected while it starts and restarts.
  });
  let server = launch(directory, path);
  await admin.ping();
  return {
    path,
    admin,
    async restart() {
      await end(server);
      server = launch(directory, path);
      await admin.ping();
    },
    async stop() {
      admin.disconnect();
      await end(server);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function launch(directory: string, path: string): ChildProcess {
  const settings = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', directory];
  return spawn(program ?? 'redis-server', settings, { stdio: 'ignore' });
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
