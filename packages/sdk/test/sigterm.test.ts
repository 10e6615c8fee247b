import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const mock = createMock();
let service: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  service = await listen(mock);
});
afterAll(() => service.close());

async function start() {
  const env = { ISSUE_TRACKING_BASE_URL: service.url, ISSUE_TRACKING_API_KEY: mock.clientOptions.apiKey };
  const execArgv = ['--conditions=@issue-tracking/source', '--disable-warning=ExperimentalWarning'];
  const child = fork(fileURLToPath(new URL('support/shutdown-server.ts', import.meta.url)), { execArgv, env });
  const [port] = await once(child, 'message');
  return { child, port: Number(port) };
}

/** Resolves to the status of a response, or the code of the error. */
function send(port: number, method: string, path: string): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.complete ? response.statusCode : 'cut off'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    sent.end();
  });
}

test('a server that shuts down in the documented order responds to every accepted request', async () => {
  const { child, port } = await start();
  mock.requests.clear();
  mock.settings.change({ latencyMs: 60 });
  // Together they stay below the rate limit: a request that waits longer than a shutdown lasts gets a 503.
  const running = Array.from({ length: 24 }, (_, n) =>
    send(port, n % 2 === 0 ? 'POST' : 'GET', `/issues/${1 + (n % 3)}`),
  );
  // Under load: some calls are in flight, and most wait in the queue.
  await expect.poll(() => mock.requests.all().length, { interval: 10 }).toBeGreaterThan(8);
  expect(mock.requests.all().length).toBeLessThan(60);
  child.kill('SIGTERM');
  const exited = once(child, 'exit');
  const statuses = await Promise.all(running);
  expect(statuses).toEqual(running.map(() => 200));
  expect(await exited).toEqual([0, null]);
  expect(mock.requests.find({ endpoint: 'issues.update', status: 200 })).toHaveLength(12);
  expect(await send(port, 'GET', '/issues/1')).toBe('ECONNREFUSED');
});
