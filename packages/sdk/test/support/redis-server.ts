import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findProgram } from '../../../../tools/testing/programs.ts';

const program = findProgram('redis-server', 'valkey-server');

/** Whether there is a server to test against. A test that needs it has the tag 'redis-server'. */
export const hasRedis = program !== undefined;

/** A server of a test's own, on a unix socket. */
export interface RedisServer {
  readonly path: string;
  /** For the test's own commands. */
  readonly admin: Redis;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** `keepsData`: also when it is killed. */
export async function startRedis({ keepsData = false } = {}): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'redis-'));
  const path = join(directory, 'redis.sock');
  const admin = new Redis({ path, retryStrategy: () => 20, maxRetriesPerRequest: null });
  admin.on('error', () => {
    // Expected while it starts and restarts.
  });
  let server = launch(directory, path, keepsData);
  await admin.ping();
  return {
    path,
    admin,
    async restart() {
      await end(server);
      server = launch(directory, path, keepsData);
      await admin.ping();
    },
    async stop() {
      // Without a timer that ends the connection later.
      await admin.quit();
      await end(server);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function launch(directory: string, path: string, keepsData: boolean): ChildProcess {
  const log = keepsData ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  const settings = ['--port', '0', '--unixsocket', path, '--save', '', ...log, '--dir', directory];
  return spawn(program ?? 'redis-server', settings, { stdio: 'ignore' });
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
