import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { expect, test } from 'vitest';
import type { FleetPlan, FleetReport } from './support/fleet-worker.ts';
import { startRedis } from './support/redis-server.ts';

const [requests, windowMs] = [60, 3_000];
const worker = fileURLToPath(new URL('support/fleet-worker.ts', import.meta.url));

test('8 processes, one with a rotated and one with a revoked key, get no 429 and double no comment while Redis and processes are killed [LIM-1] [AUTH-7]', {
  tags: 'redis-server',
}, async () => {
  const redis = await startRedis({ keepsData: true });
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
  const mock = createMock({ rateLimit: { requests, windowMs }, requestLog: { entries: 100_000, bytes: 500_000_000 } });
  const server = await listen(mock);
  const organizationId = mock.world.projects.find().find(({ id }) => id === 'prj_web')?.organizationId ?? '';
  const createKey = () => mock.world.apiKeys.create({ organizationId });
  // One is kept, one rotated and one revoked.
  const keys = [await createKey(), await createKey(), await createKey()];
  const fileOf = (key: number) => join(folder, `${key}.key`);
  for (const [index, { key }] of keys.entries()) await writeFile(fileOf(index), key);

  const issues = mock.world.issues.find().map(({ issueNumber }) => issueNumber);
  const start = (index: number, life = 0) => {
    const issueNumber = issues[index % issues.length] ?? 1;
    const name = `process ${index}.${life}`;
    const plan: FleetPlan = {
      name,
      baseUrl: server.url,
      redisPath: redis.path,
      requests,
      windowMs,
      keyFile: fileOf(index % 3),
      issueNumber,
    };
    const execArgv = ['--conditions=@issue-tracking/source'];
    const child = fork(worker, [JSON.stringify(plan)], { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const report = new Promise<FleetReport | undefined>((resolve) => {
      child.on('message', (message: FleetReport) => resolve(message));
      child.on('exit', () => resolve(undefined));
    });
    return { child, report, plan };
  };
  const end = async ({ child, report }: { child: ChildProcess; report: Promise<FleetReport | undefined> }) => {
    if (child.connected) child.send('end');
    return report;
  };

  try {
    const processes = Array.from({ length: 8 }, (_, index) => start(index));
    await sleep(6_000);
    await redis.restart();
    await sleep(3_000);
    for (const index of [0, 1]) {
      processes[index]?.child.kill('SIGKILL');
      processes[index] = start(index, 1);
    }
    const renewed = await createKey();
    // Whole at once: a process that reads a file while it is written gets an empty key.
    await writeFile(`${fileOf(1)}.new`, renewed.key);
    await rename(`${fileOf(1)}.new`, fileOf(1));
    await sleep(3_000);
    mock.world.apiKeys.update({ key: keys[1]?.key ?? '' }, { revoked: true });
    mock.world.apiKeys.update({ key: keys[2]?.key ?? '' }, { revoked: true });
    await redis.restart();
    await sleep(6_000);
    const reports = await Promise.all(processes.map(end));

    const log = mock.requests.all();
    expect(log.filter(({ status }) => status === 429)).toEqual([]);
    expect(log.filter(({ status }) => status === 401).length, 'of the revoked key').toBeLessThanOrEqual(4);
    for (const [index, report] of reports.entries()) {
      expect(report?.done, `process ${index}`).toBeGreaterThan(0);
      expect(report?.errors.filter((name) => index % 3 !== 2 || name !== 'AuthenticationError')).toEqual([]);
    }
    for (const [index, { plan }] of processes.entries()) {
      const isShared = processes.some((other) => other.plan !== plan && other.plan.issueNumber === plan.issueNumber);
      const issue = mock.world.issues.find().find(({ issueNumber }) => issueNumber === plan.issueNumber);
      if (!isShared) expect(issue?.priority, plan.name).toBe(reports[index]?.lastPriority);
    }
    const comments = mock.world.comments.find().map(({ content }) => content);
    const ours = comments.filter((content) => content.startsWith('process '));
    expect(ours.length).toBeGreaterThan(20);
    expect(new Set(ours).size, 'none twice').toBe(ours.length);
  } finally {
    await server.close();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
