// Three Redis clients with a server on a Unix socket.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { redisStore } from '@issue-tracking/sdk/redis';
import { Redis } from 'ioredis';
import { Valkey } from 'iovalkey';
import { createClient } from 'redis';
import { runCases } from './smoke/smoke.mjs';

const socket = join(mkdtempSync(join(tmpdir(), 'redis-')), 'redis.sock');
const server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '']);
await new Promise((resolve, reject) => {
  server.once('error', reject);
  server.stdout.on('data', (text) => /ready to accept/i.test(text) && resolve());
});

async function stays(connection) {
  const mock = createMock({ rateLimit: { requests: 5, windowMs: 300 } });
  const prefix = `${Math.random()}:`;
  const rateLimit = { requests: 5, windowMs: 300, store: redisStore(connection, { prefix }) };
  const clients = [0, 1].map(() => new IssueTrackingClient({ ...mock.clientOptions, rateLimit }));
  await Promise.all(Array.from({ length: 12 }, (_, i) => clients[i % 2].projects.list()));
  const statuses = mock.requests.all().map(({ status }) => status);
  if (statuses.length !== 12 || statuses.includes(429))
    throw new Error(`expected 12 answers without 429, saw ${statuses}`);
}

const ioredis = new Redis(socket);
const iovalkey = new Valkey(socket);
const redis = await createClient({ socket: { path: socket } }).connect();
process.exitCode = await runCases([
  ['ioredis', () => stays(ioredis)],
  ['iovalkey', () => stays(iovalkey)],
  ['redis', () => stays(redis)],
]);
ioredis.disconnect();
iovalkey.disconnect();
redis.destroy();
server.kill();
