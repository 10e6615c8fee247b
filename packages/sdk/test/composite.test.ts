import { createMock, virtualClock } from '@issue-tracking/mock';
import { issue } from '@issue-tracking/mock/demo';
import { listen } from '@issue-tracking/mock/server';
import { capturedNames, limits } from '@issue-tracking/model';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import type { RateLimitStore } from '@issue-tracking/sdk/store';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isLong } from '../../../tools/testing/seeds.ts';
import { Ticket } from '../src/gate/ticket.ts';
import { admissions } from './support/admissions.ts';

// A call that sends several requests keeps its place: many of them at once must not use the rate and finish nothing.

const windowMs = 60_000;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A service with one issue that has something of everything captured, 100 ms away. */
function setUp(options: Partial<ClientOptions> = {}, clock = virtualClock({ auto: true })) {
  const mock = createMock({ clock });
  const fetch: typeof globalThis.fetch = async (...request) => {
    await clock.sleep(50);
    const response = await mock.fetch(...request);
    await clock.sleep(50);
    return response;
  };
  const client = new IssueTrackingClient({ ...mock.clientOptions, fetch, ...options } as ClientOptions);
  const start = clock.now();
  /** Runs calls, and notes when each ended. */
  async function all<T>(calls: readonly Promise<T>[]) {
    const endedAt: number[] = [];
    const endings = await Promise.allSettled(
      calls.map((call, index) => call.finally(() => (endedAt[index] = clock.now() - start))),
    );
    const done = endings.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    return { done, endedAt };
  }
  const count = (status: number) => mock.requests.all().filter((request) => request.status === status).length;
  const posts = () => mock.requests.all().filter(({ method }) => method === 'POST').length;
  return { mock, client, clock, all, count, posts, elapsed: () => clock.now() - start };
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const deadline = 10_000;
const requestsOfContext = 2 + capturedNames.length;
/** Contexts that fit into one window, less the one that may not get all of its slots. */
const contextsOfWindow = Math.floor(limits.requests / requestsOfContext) - 1;
/** More contexts than two windows have room for. */
const many = 2 * contextsOfWindow + 6;

const environments: [name: string, options: Partial<ClientOptions>, inWorkers: boolean][] = [
  ['with lockout protection', {}, false],
  ['without lockout protection', { lockoutProtection: false }, false],
  ['in Workers', {}, true],
];
if (isLong) environments.push(['in Workers without lockout protection', { lockoutProtection: false }, true]);

describe.each(environments)('%s', (_, options, inWorkers) => {
  function start() {
    if (inWorkers) vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    return setUp(options);
  }

  test('of more parallel contexts than fit into one window, the first ones finish within it [LIM-1]', async () => {
    const { client, all, count } = start();
    const { done } = await all(times(many, () => client.issues.context('prj_web', 1, { deadline })));
    expect(done.length).toBeGreaterThanOrEqual(contextsOfWindow);
    expect(done).toEqual(times(done.length, (index) => index));
    expect(count(429)).toBe(0);
  });

  test('at least the first 48 of 100 parallel checked comments finish within one window [LIM-1]', async () => {
    const { client, all, posts } = start();
    const comment = (index: number) =>
      client.issues.comments.create(
        'prj_web',
        1,
        { content: `Comment ${index}` },
        { onLostResponse: 'check', deadline },
      );
    const { done } = await all(times(100, comment));
    expect(done.length).toBeGreaterThanOrEqual(48);
    expect(done).toEqual(times(done.length, (index) => index));
    expect(posts()).toBe(done.length);
  });

  // Polling through two windows takes seconds.
  if (inWorkers) return;

  test('a later call with a higher priority goes first', async () => {
    const { client, all, elapsed } = start();
    const contexts = all(times(many, () => client.issues.context('prj_web', 1)));
    await client.issues.get('prj_web', 1, { priority: 1 });
    expect(elapsed()).toBeLessThan(windowMs);
    const { done } = await contexts;
    expect(done).toHaveLength(many);
  });

  test('a single call behind contexts of two windows finishes within two windows', async () => {
    const { client, all, elapsed } = start();
    const contexts = all(times(many, () => client.issues.context('prj_web', 1)));
    await client.issues.get('prj_web', 1);
    expect(elapsed()).toBeLessThan(2 * windowMs + 2000);
    await contexts;
  });
});

test('composite calls finish in their order after a 429 [LIM-2]', async () => {
  const { client, all, mock } = setUp();
  await client.projects.list();
  mock.faults.add({ status: 429, headers: { 'retry-after': '5' }, times: 3 });
  const { done, endedAt } = await all(times(14, () => client.issues.context('prj_web', 1)));
  expect(done).toHaveLength(14);
  expect(endedAt).toEqual([...endedAt].sort((a, b) => a - b));
});

/** A store with 100 slots in a window, 20 ms away. */
function memoryStore(clock: { now(): number; sleep(ms: number): Promise<void> }): RateLimitStore {
  const freeAt = new Map<string, number>();
  return {
    async acquire(_, { limit, leaseMs }) {
      await clock.sleep(20);
      for (const [slot, at] of freeAt) if (at <= clock.now()) freeAt.delete(slot);
      const first = Math.min(...freeAt.values());
      if (freeAt.size >= limit) return { ok: false, retryInMs: Math.min(first - clock.now(), windowMs) };
      const slot = crypto.randomUUID();
      freeAt.set(slot, clock.now() + leaseMs + windowMs);
      return { ok: true, slot };
    },
    async release(_, slot, { afterMs }) {
      freeAt.set(slot, clock.now() + windowMs + afterMs);
    },
    pause: async () => {},
  };
}

test.each([[{}], [{ lockoutProtection: false }]] as const)(
  'composite calls of a process with a store and the options %j finish in their order',
  async (options) => {
    const clock = virtualClock({ auto: true });
    const { client, all } = setUp({ ...options, rateLimit: { store: memoryStore(clock) } }, clock);
    // The first call hashes the credential, which the clock doesn't wait for.
    await client.projects.list();
    const { done } = await all(times(many, () => client.issues.context('prj_web', 1, { deadline })));
    expect(done.length).toBeGreaterThanOrEqual(contextsOfWindow);
    expect(done).toEqual(times(done.length, (index) => index));
  },
);

test('of parallel contexts of two processes with one store, those of one window finish by their deadline', async () => {
  const clock = virtualClock({ auto: true });
  const store = memoryStore(clock);
  const mock = createMock({ baseUrl: 'https://two-processes.issues.test', clock });
  const clients = times(2, () => {
    const own = { now: () => clock.now(), sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal) };
    return new IssueTrackingClient({ ...mock.clientOptions, clock: own, rateLimit: { store } } as ClientOptions);
  });
  await Promise.all(clients.map((client) => client.projects.list()));
  const endings = await Promise.all(
    clients.map((client) => Promise.allSettled(times(16, () => client.issues.context('prj_web', 1, { deadline })))),
  );
  const done = endings.map((all) => all.filter(({ status }) => status === 'fulfilled').length);
  expect((done[0] ?? 0) + (done[1] ?? 0)).toBeGreaterThanOrEqual(contextsOfWindow);
});

test('issues that are read, commented and updated in parallel are finished one after another, not all at the end', async () => {
  const issues = times(24, () => issue({ status: 'open' }));
  const projects = [{ id: 'prj_web', slug: 'web', name: 'Web', issues }];
  const apiKeys = [{ key: 'svc_night' }];
  const organizations = [{ id: '6f1c1b1e-8f0e-4a53-9d0e-2f6f0f3f5a11', slug: 'acme', name: 'Acme', apiKeys, projects }];
  const mock = createMock({ clock: virtualClock(), world: { organizations } });
  const client = new IssueTrackingClient(mock.clientOptions);
  let done = 0;
  const { data } = await client.issues.list('prj_web', { limit: 100 });
  const all = data.map(async ({ issueNumber }) => {
    await client.issues.context('prj_web', issueNumber);
    await client.issues.comments.create('prj_web', issueNumber, { content: 'Fixed' });
    await client.issues.update('prj_web', issueNumber, { status: 'fix_submitted' });
    done++;
  });
  await mock.clock.advance(55_000);
  expect(done).toBeGreaterThanOrEqual(Math.floor(limits.requests / (requestsOfContext + 2)) - 2);
  await mock.clock.advance(300_000);
  await Promise.all(all);
});

test('as many parallel contexts over HTTP as fit finish within one window', async () => {
  const mock = createMock();
  const server = await listen(mock);
  const { apiKey } = mock.clientOptions;
  const client = new IssueTrackingClient({ baseUrl: server.url, apiKey });
  const waiting = new AbortController();
  let done = 0;
  const contexts = times(contextsOfWindow + 7, async () => {
    await client.issues.context('prj_web', 1, { signal: waiting.signal });
    done++;
  });
  const settled = Promise.allSettled(contexts);
  await vi.waitUntil(() => done >= contextsOfWindow);
  waiting.abort();
  await settled;
  await server.close();
});

test('slots of a composite call are kept from later calls, and become free when it ends', async () => {
  const { enter } = admissions({ limit: 3, isProtected: false });
  const ticket = new Ticket(false, 2);
  await enter({ ticket });
  const granted: string[] = [];
  const call = (name: string, how = {}) => enter(how).then(() => granted.push(name));
  await call('other');
  const behind = call('behind');
  await call('part', { ticket });
  expect(granted).toEqual(['other', 'part']);
  void behind;
});

test('a slot of a composite call becomes free as soon as its request is not needed', async () => {
  const { enter } = admissions({ limit: 2, isProtected: false });
  const ticket = new Ticket(false, 2);
  await enter({ ticket });
  const behind = enter();
  ticket.free(1);
  await behind;
});
