import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createMock, type Mock, systemClock, virtualClock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { expect, test } from 'vitest';

const headers = { authorization: 'Bearer svc_mock' };

/** Longer than any test. */
const delayMs = 1_000_000;

const clocks = { system: systemClock, virtual: virtualClock };
const holds: Record<string, (mock: Mock) => void> = {
  'a fault': (mock) => mock.faults.add({ delayMs }),
  'a fault on arrival': (mock) => mock.faults.add({ delayMs, when: 'arrival' }),
  'a fault after the effect': (mock) => mock.faults.add({ delayMs, when: 'after' }),
  'a latency': (mock) => mock.settings.change({ latencyMs: delayMs }),
};
const cases = Object.keys(clocks).flatMap((clock) => Object.keys(holds).map((hold) => [clock, hold] as const));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test.each(cases)(
  'on a %s clock, a request that waits for %s fails at once with a reset or restore',
  async (clock, hold) => {
    for (const end of ['reset', 'restore'] as const) {
      const mock = createMock({ clock: clocks[clock as keyof typeof clocks]() });
      const before = mock.snapshot();
      holds[hold]?.(mock);
      const answer = mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers });
      const ended = expect(answer).rejects.toThrow('a reset or restore meanwhile');
      await until(() => mock.requests.all().length === 1);
      await new Promise((resolve) => setImmediate(resolve));
      if (end === 'reset') mock.reset();
      else mock.restore(before);
      await ended;
      expect((await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers })).status).toBe(200);
    }
  },
);

test('a delayed request that its caller aborts rejects with the reason', async () => {
  const mock = createMock();
  mock.faults.add({ delayMs });
  const leaving = new AbortController();
  const answer = mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers, signal: leaving.signal });
  await until(() => mock.requests.all().length === 1);
  leaving.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
  mock.reset();
});

test.each(cases)(
  'on a %s clock, a server that closes responds at once to a request that waits for %s',
  async (clock, hold) => {
    const mock = createMock({ clock: clocks[clock as keyof typeof clocks]() });
    const server = await listen(mock);
    holds[hold]?.(mock);
    const answer = fetch(`${server.url}/api/v1/projects`, { headers });
    await until(() => mock.requests.all().length === 1);
    await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    expect((await answer).status).toBe(200);
  },
);

test('an MSW server that closes responds at once to a delayed request', async () => {
  const mock = createMock();
  const server = setupMock(mock);
  server.listen();
  mock.faults.add({ delayMs });
  const answer = fetch(`${mock.baseUrl}/api/v1/projects`, { headers });
  await until(() => mock.requests.all().length === 1);
  await new Promise((resolve) => setImmediate(resolve));
  server.close();
  expect((await answer).status).toBe(200);
});

test('a process ends after a reset despite delayed requests', async () => {
  const script = `
    import { createMock } from '@issue-tracking/mock';
    for (const hold of [(mock) => mock.faults.add({ delayMs: 1e6 }), (mock) => mock.settings.change({ latencyMs: 1e6 })]) {
      const mock = createMock();
      hold(mock);
      mock.fetch(mock.baseUrl + '/api/v1/projects', { headers: { authorization: 'Bearer svc_mock' } }).catch(() => {});
      setImmediate(() => setImmediate(() => mock.reset()));
    }`;
  const flags = ['--conditions=@issue-tracking/source', '--input-type=module', '-e', script];
  await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname });
});
