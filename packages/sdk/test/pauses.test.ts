import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { times } from './adversary/against.ts';

const timeout = 500;
const realImmediate = globalThis.setImmediate;

/** A service in a thread of its own. It responds after 50 ms, and rejects reads once it was told to. */
async function service() {
  const script = `
    const { createServer } = require('node:http');
    const { parentPort } = require('node:worker_threads');
    let [requests, isRevoked] = [0, false];
    const server = createServer((request, response) => {
      requests++;
      const isAccepted = !isRevoked;
      request.resume().on('end', () => setTimeout(() => {
        response.writeHead(isAccepted ? 200 : 401, { 'content-type': 'application/json' });
        response.end(isAccepted ? '{"data":[],"total":0}' : '{"error":"Revoked"}');
      }, 50));
    });
    parentPort.on('message', () => {
      isRevoked = true;
      parentPort.postMessage(requests);
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  `;
  const worker = new Worker(script, { eval: true });
  const [port] = await once(worker, 'message');
  return {
    client: new IssueTrackingClient({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: 'svc_key',
      timeout,
      logLevel: 'off',
    }),
    /** Revokes the key. Returns how many requests came until now. */
    async revoke(): Promise<number> {
      worker.postMessage('revoke');
      const [count] = await once(worker, 'message');
      return count;
    },
    stop: () => worker.terminate(),
  };
}

/** Lets requests go out, and then stops this thread for longer than their timeout. Their responses wait in the sockets. */
async function pauseAfterSending(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeout);
}

test('a response that waits in its socket while the process is stopped is used [EP-12]', async () => {
  const { client, stop } = await service();
  await client.projects.list();
  const sent = client.request('POST', '/api/v1/anything', { body: {}, retry: false });
  await pauseAfterSending();
  await expect(sent).resolves.toMatchObject({ total: 0 });
  await stop();
});

test('rejections that wait in their sockets while the process is stopped count, so there is no fifth [AUTH-7]', async () => {
  const { client, revoke, stop } = await service();
  await client.projects.list();
  const before = await revoke();
  const calls = Promise.allSettled(times(8, () => client.projects.list()));
  await pauseAfterSending();
  for (const call of await calls) expect(call).toMatchObject({ reason: { name: 'AuthenticationError' } });
  expect((await revoke()) - before).toBeLessThanOrEqual(4);
  await stop();
});

test.each([
  ['one advance', () => vi.advanceTimersByTimeAsync(900_000)],
  ['runAllTimersAsync', () => vi.runAllTimersAsync()],
])('250 calls end with %s of fake timers', async (_, pass) => {
  vi.useFakeTimers();
  try {
    const client = new IssueTrackingClient({ ...createMock().clientOptions, logLevel: 'off' });
    let done = 0;
    const calls = times(250, () => client.issues.get('prj_web', 1).then(() => done++));
    const ended = Promise.allSettled(calls);
    await pass();
    expect(done).toBe(250);
    await ended;
  } finally {
    vi.useRealTimers();
  }
});

type Respond = (response: Response) => void;
type End = (client: IssueTrackingClient, abort: AbortController, respond: Respond) => unknown;
const endings: [string, string, End][] = [
  ['an abort', 'AbortError', (_client, abort) => abort.abort()],
  ['close()', 'AbortError', (client) => void client.close({ deadline: 1 })],
  [
    'a rejected key',
    'AuthenticationError',
    (_client, _abort, respond) => respond(Response.json({ error: 'Revoked' }, { status: 401 })),
  ],
];

test.each(endings)(
  'hundreds of queued calls end with %s under fake timers that never advance',
  async (_, name, end) => {
    vi.useFakeTimers();
    try {
      let respond: Respond = () => {};
      const client = new IssueTrackingClient({
        baseUrl: 'https://issues.test',
        apiKey: 'svc_key',
        fetch: () => new Promise((resolve) => (respond = resolve)),
      });
      const abort = new AbortController();
      const calls = times(500, () => client.projects.list({}, { signal: abort.signal }));
      const [first, ...queued] = calls;
      const firstEnded = Promise.allSettled([first]);
      const ended = Promise.allSettled(queued);
      await new Promise((resolve) => realImmediate(resolve));
      end(client, abort, (response) => respond(response));
      for (const call of await ended) expect(call).toMatchObject({ reason: { name } });
      abort.abort();
      await firstEnded;
    } finally {
      vi.useRealTimers();
    }
  },
);
