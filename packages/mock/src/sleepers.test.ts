import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createMock, type Mock, systemClock, virtualClock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { controlOf } from './control/control.ts';

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

const issue = '/api/v1/projects/prj_web/issues/1';
const blocked = {
  method: 'PATCH',
  headers: { ...headers, 'content-type': 'application/json' },
  body: '{"status":"blocked"}',
};

/** Ways to go back to an earlier state, by name. */
const replacements: Record<string, (mock: Mock) => Promise<() => unknown>> = {
  reset: async (mock) => () => mock.reset(),
  restore: async (mock) => {
    const before = mock.snapshot();
    return () => mock.restore(before);
  },
  'restore of a named state': async (mock) => {
    const { call } = controlOf(mock);
    const { id } = (await call('snapshot', { name: 'before' })) as { id: string };
    return () => call('restore', { id });
  },
  'state.open': async (mock) => {
    const { call } = controlOf(mock);
    const file = await call('state.file', {});
    return () => call('state.open', { file });
  },
};

test.each(cases)(
  'on a %s clock, a write that waits for %s gets its response at once when the state is replaced, and changes nothing after it',
  async (clock, hold) => {
    for (const [name, prepare] of Object.entries(replacements)) {
      const mock = createMock({ clock: clocks[clock as keyof typeof clocks]() });
      const replace = await prepare(mock);
      mock.world.issues.create({ projectId: 'prj_web', issueNumber: 9, title: 'Only in the state before' });
      holds[hold]?.(mock);
      const write = mock.fetch(`${mock.baseUrl}${issue}`, blocked);
      const read = mock.fetch(`${mock.baseUrl}/api/v1/projects/prj_web/issues/9`, { headers });
      await until(() => mock.requests.all().length === 2);
      await new Promise((resolve) => setImmediate(resolve));
      await replace();
      expect((await (await write).json()).data.status).toBe('blocked');
      expect((await (await read).json()).data.title).toBe('Only in the state before');
      // A file of a state has no requests, so the log stays.
      expect(mock.requests.all(), name).toHaveLength(name === 'state.open' ? 2 : 0);
      expect(mock.faults.all()).toEqual([]);
      const after = await mock.fetch(`${mock.baseUrl}${issue}`, { headers });
      expect((await after.json()).data.status).toBe('open');
      const { id } = mock.world.comments.create({ projectId: 'prj_web', issueNumber: 1, content: 'The first' });
      expect(
        createMock().world.comments.create({ projectId: 'prj_web', issueNumber: 1, content: 'The first' }).id,
      ).toBe(id);
    }
  },
);

test('a read that waits for a latency gets its response at once when a reset is undone; a write has been made, so undo refuses', async () => {
  const mock = createMock({ latencyMs: delayMs });
  const { call } = controlOf(mock);
  const title = () => mock.world.issues.find({ projectId: 'prj_web', issueNumber: 1 })[0]?.title;
  const initial = title();
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { title: 'Before the reset' });
  const reset = async () => ((await call('undoable', { method: 'reset', input: {} })) as { undo: string }).undo;
  const first = await reset();
  const read = mock.fetch(`${mock.baseUrl}${issue}`, { headers });
  await until(() => mock.requests.last()?.status === 200);
  await call('undo', { id: first });
  expect((await (await read).json()).data.title).toBe(initial);
  expect(title()).toBe('Before the reset');
  const second = await reset();
  const write = mock.fetch(`${mock.baseUrl}${issue}`, blocked);
  await until(() => mock.requests.last()?.status === 200);
  const refused = { details: [{ message: "It can't be undone. A request has changed records since." }] };
  await expect(call('undo', { id: second })).rejects.toMatchObject(refused);
  expect(title()).toBe(initial);
  mock.reset();
  expect((await write).status).toBe(200);
});

test('undo of a single change leaves requests that wait, which then find what there is', async () => {
  const mock = createMock({ clock: virtualClock() });
  const { call } = controlOf(mock);
  const input = { projectId: 'prj_web', issueNumber: 9, title: 'Soon gone' };
  const { undo } = (await call('undoable', { method: 'world.issues.create', input })) as { undo: string };
  mock.faults.add({ delayMs, times: null });
  const statuses = ['GET', 'PATCH'].map(async (method) => {
    const init = method === 'GET' ? { headers } : blocked;
    return (await mock.fetch(`${mock.baseUrl}/api/v1/projects/prj_web/issues/9`, init)).status;
  });
  await until(() => mock.requests.all().length === 2);
  await call('undo', { id: undo });
  expect(mock.requests.all().map(({ status }) => status)).toEqual([undefined, undefined]);
  await mock.clock.advance(delayMs);
  expect(await Promise.all(statuses)).toEqual([404, 404]);
});

test('a request that waits three times gets its response at once, too', async () => {
  const mock = createMock({ latencyMs: delayMs });
  mock.faults.add({ delayMs, when: 'arrival' });
  mock.faults.add({ delayMs });
  const answer = mock.fetch(`${mock.baseUrl}${issue}`, { headers });
  await until(() => mock.requests.all().length === 1);
  mock.reset();
  expect((await answer).status).toBe(200);
});

test('a write that waits for nothing changes nothing after a reset, whichever step it has reached', async () => {
  for (let ticks = 0; ticks < 40; ticks++) {
    const mock = createMock();
    const answer = mock.fetch(`${mock.baseUrl}${issue}`, blocked);
    for (let tick = 0; tick < ticks; tick++) await undefined;
    mock.reset();
    expect((await answer).status).toBe(200);
    expect(mock.world.issues.find({ issueNumber: 1 })).toMatchObject([{ status: 'open' }]);
  }
});

test('an upload that is still arriving at a reset changes nothing after it', async () => {
  const mock = createMock();
  await using server = await listen(mock);
  const { body, ...init } = blocked;
  let send = (_: Uint8Array) => {};
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body.slice(0, 5)));
      send = (rest) => {
        controller.enqueue(rest);
        controller.close();
      };
    },
  });
  const streamed: RequestInit & { duplex: 'half' } = { ...init, body: stream, duplex: 'half' };
  const answer = fetch(`${server.url}${issue}`, streamed);
  await until(() => mock.requests.all().length === 1);
  mock.reset();
  send(new TextEncoder().encode(body.slice(5)));
  expect((await answer).status).toBe(200);
  expect(mock.world.issues.find({ issueNumber: 1 })).toMatchObject([{ status: 'open' }]);
});

test.each(['reset', 'restore'] as const)(
  'a %s ends a call of the client with its AbortError, while the response to its request is lost in silence',
  async (end) => {
    const mock = createMock();
    const before = mock.snapshot();
    mock.faults.add({ delayMs });
    const call = new IssueTrackingClient(mock.clientOptions).projects.list();
    const ended = expect(call).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'The mock was reset' } });
    await until(() => mock.requests.all().length === 1);
    if (end === 'reset') mock.reset();
    else mock.restore(before);
    await ended;
  },
);

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
