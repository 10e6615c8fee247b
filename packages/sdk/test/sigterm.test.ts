import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { randomFrom } from '../../../tools/testing/random.ts';
import { seeds } from '../../../tools/testing/seeds.ts';

const mock = createMock();
let service: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  service = await listen(mock);
});
afterAll(() => service.close());

/** Starts a program of the pages, with a key of the mock at a base URL. */
function run(program: 'shutdown-server' | 'shutdown-worker', baseUrl: string) {
  const env = { ISSUE_TRACKING_BASE_URL: baseUrl, ISSUE_TRACKING_API_KEY: 'svc_mock' };
  const path = inject('programs')[`packages/sdk/test/support/${program}.ts`] ?? '';
  return fork(path, { execArgv: ['--disable-warning=ExperimentalWarning'], env, silent: true });
}

async function start() {
  const child = run('shutdown-server', service.url);
  const [port] = await once(child, 'message');
  return { child, port: Number(port) };
}

/** Sends a request. `accepted` resolves when the server has begun with it, `end` to the status or the code of the error. */
function send(port: number, method: string, path: string) {
  const sent = request({ host: '127.0.0.1', port, method, path, agent: false, headers: { expect: '100-continue' } });
  const end = new Promise<number | string | undefined>((resolve) => {
    sent.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.complete ? response.statusCode : 'cut off'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  sent.end();
  return { accepted: once(sent, 'continue'), end };
}

test('a server that shuts down in the documented order responds to every accepted request', async () => {
  const { child, port } = await start();
  mock.requests.clear();
  mock.settings.change({ latencyMs: 60 });
  // Together they stay below the rate limit: a request that waits longer than a shutdown lasts gets a 503.
  const running = Array.from({ length: 24 }, (_, n) =>
    send(port, n % 2 === 0 ? 'POST' : 'GET', `/issues/${1 + (n % 3)}`),
  );
  await Promise.all(running.map(({ accepted }) => accepted));
  // Under load: some calls are in flight, and most wait in the queue.
  await expect.poll(() => mock.requests.all().length, { interval: 10 }).toBeGreaterThan(8);
  expect(mock.requests.all().length).toBeLessThan(60);
  child.kill('SIGTERM');
  const exited = once(child, 'exit');
  const statuses = await Promise.all(running.map(({ end }) => end));
  expect(statuses).toEqual(running.map(() => 200));
  expect(await exited).toEqual([0, null]);
  expect(mock.requests.find({ endpoint: 'issues.update', status: 200 })).toHaveLength(12);
  const { accepted, end } = send(port, 'GET', '/issues/1');
  await expect(accepted).rejects.toThrow('ECONNREFUSED');
  expect(await end).toBe('ECONNREFUSED');
});

test.each(seeds(1, 20))(
  'a program that is stopped while it works ends with its call and exit code 0, seed %i',
  async (seed) => {
    const issues = Array.from({ length: 200 }, (_, at) => ({ title: `Issue ${at}` }));
    const projects = [{ id: 'prj_web', slug: 'web', name: 'Web', issues }];
    const id = '00000000-0000-4000-8000-000000000001';
    const organization = { id, slug: 'acme', name: 'Acme', apiKeys: [{ key: 'svc_mock' }], projects };
    // The program is in the middle of a request, or waits for the rate limit: its window has 100 requests.
    const own = createMock({ world: { organizations: [organization] }, latencyMs: [0, 10] });
    await using server = await listen(own);
    const child = run('shutdown-worker', server.url);
    let errors = '';
    child.stderr?.on('data', (text) => (errors += text));
    const exited = once(child, 'exit');
    const moment = 1 + randomFrom(seed).below(100);
    await expect.poll(() => own.requests.all().length, { interval: 1 }).toBeGreaterThanOrEqual(moment);
    child.kill('SIGTERM');
    expect([await exited, errors]).toEqual([[0, null], '']);
  },
);
