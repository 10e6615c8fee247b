import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMock } from '@issue-tracking/mock';
import { world } from '@issue-tracking/mock/demo';
import { listen } from '@issue-tracking/mock/server';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isLong } from '../tools/testing/seeds.ts';
import { openStore, readProject } from './.snippets/docs/recipes/changes/changes/store.mts';

/** As the page's reader saves it, bundled. */
const worker = inject('programs')['docs/.snippets/docs/recipes/changes/changes/worker.mts'] ?? '';

/** A worker of the page that reads the projects of these keys, in a service with two of them and a revoked key. */
async function followed() {
  const mock = createMock({ world: { organizations: [] } });
  const tenants = [await mock.tenant({ issues: 120 }), await mock.tenant({ issues: 3 })];
  const revoked = (await mock.tenant()).apiKey;
  mock.world.apiKeys.update({ key: revoked }, { revoked: true });
  const server = await listen(mock);
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-changes-'));
  const file = join(folder, 'issues.db');
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  function start(keys: readonly string[]) {
    const child = spawn(process.execPath, [worker], {
      env: {
        ...process.env,
        ISSUE_TRACKING_BASE_URL: server.url,
        ISSUE_TRACKING_KEYS: keys.join(' '),
        CHANGES_FILE: file,
      },
      stdio: 'ignore',
    });
    const exit = once(child, 'exit');
    async function kill() {
      child.kill('SIGKILL');
      return await exit;
    }
    onTestFinished(async () => void (await kill()));
    return { kill, isRunning: () => child.exitCode === null };
  }
  function stored(sql: string) {
    const store = new DatabaseSync(file);
    try {
      return store.prepare(sql).all();
    } catch {
      return []; // no table yet
    } finally {
      store.close();
    }
  }
  return { mock, tenants, revoked, start, stored };
}

test('a worker that is killed while it reads stores each change once', async () => {
  const { mock, tenants, start, stored } = await followed();
  const keys = tenants.map(({ apiKey }) => apiKey);
  const numbers =
    'SELECT what, count(*) AS count, count(DISTINCT project || number) AS issues FROM changes GROUP BY what';
  for (const requests of isLong ? [1, 3, 4] : [3]) {
    mock.requests.clear();
    const killed = start(keys);
    await expect.poll(() => mock.requests.all().length).toBeGreaterThanOrEqual(requests);
    await killed.kill();
  }
  const last = start(keys);
  await expect.poll(() => stored(numbers)).toEqual([{ what: 'new', count: 123, issues: 123 }]);
  await last.kill();

  const projectId = tenants[0]?.project.id ?? '';
  mock.world.issues.update({ projectId, issueNumber: 2 }, { status: 'verified' });
  mock.world.issues.delete({ projectId, issueNumber: 1 });
  const again = start(keys);
  const changed = { what: 'changed', count: 1, issues: 1 };
  const vanished = { what: 'vanished', count: 1, issues: 1 };
  await expect
    .poll(() => stored(numbers))
    .toEqual([changed, expect.objectContaining({ what: 'new', count: 123 }), vanished]);
  await again.kill();
});

test('a worker with a revoked key goes on with the others, and is no lockout', async () => {
  const { mock, tenants, revoked, start, stored } = await followed();
  const { isRunning } = start([revoked, ...tenants.map(({ apiKey }) => apiKey)]);
  await expect.poll(() => stored('SELECT count(*) AS count FROM changes')).toEqual([{ count: 123 }]);
  expect(mock.requests.find({ apiKey: revoked })).toHaveLength(1);
  expect(isRunning()).toBe(true);
});

test('a round of three keys with seven projects each takes the requests that the page says', async () => {
  const mock = createMock({ world: world({ organizations: 3, projects: 7, issuesPerProject: 150 }) });
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  for (const { id: organizationId } of mock.world.organizations.find()) {
    const { key: apiKey } = mock.world.apiKeys.create({ organizationId });
    const client = new IssueTrackingClient({ ...mock.clientOptions, apiKey });
    for (const { id } of (await client.projects.list()).data) await readProject(client, id, store);
  }
  expect(store.prepare('SELECT count(*) AS count FROM changes').get()).toEqual({ count: 3150 });
  expect(mock.requests.all()).toHaveLength(45);
});

async function fiveIssues() {
  const mock = createMock();
  const { project, clientOptions } = await mock.tenant({ issues: 5 });
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  return { mock, project, client: new IssueTrackingClient(clientOptions), store };
}

test('two readers of a project store each change once', async () => {
  const { mock, project, client, store } = await fiveIssues();
  const readTwice = async () => await Promise.all([1, 2].map(() => readProject(client, project.id, store)));
  await readTwice();
  mock.world.issues.update({ projectId: project.id, issueNumber: 2 }, { status: 'in_progress' });
  mock.world.issues.delete({ projectId: project.id, issueNumber: 3 });
  await readTwice();
  expect(store.prepare('SELECT what, count(*) AS count FROM changes GROUP BY what').all()).toEqual([
    { what: 'changed', count: 1 },
    { what: 'new', count: 5 },
    { what: 'vanished', count: 1 },
  ]);
});

test('a project that cannot be read does not keep the worker from the next one', async () => {
  const { mock, tenants, start, stored } = await followed();
  const [{ organization } = {}] = tenants;
  mock.world.projects.create({ organizationId: organization?.id ?? '', id: 'prj_aaa', issues: [{}] });
  mock.faults.add({
    endpoint: 'issues.list',
    projectId: tenants[0]?.project.id,
    status: 500,
    times: Number.POSITIVE_INFINITY,
  });
  start(tenants.slice(0, 1).map(({ apiKey }) => apiKey));
  await expect.poll(() => stored('SELECT project FROM changes')).toEqual([{ project: 'prj_aaa' }]);
});

test('a project that cannot be stored to its end is not stored at all, and is read again', async () => {
  const { project, client, store } = await fiveIssues();
  const stored = () => ['issues', 'changes'].map((table) => store.prepare(`SELECT * FROM ${table}`).all().length);
  store.exec("CREATE TRIGGER full BEFORE INSERT ON issues WHEN NEW.number = 3 BEGIN SELECT RAISE(ABORT, 'full'); END");
  await expect(readProject(client, project.id, store)).rejects.toThrow('full');
  expect(stored()).toEqual([0, 0]);
  store.exec('DROP TRIGGER full');
  await readProject(client, project.id, store);
  await readProject(client, project.id, store);
  expect(stored()).toEqual([5, 5]);
});
