import { getEventListeners } from 'node:events';
import type { Clock, RateLimitState } from '@issue-tracking/sdk';
import { type ClientOptions, IssueTrackingClient, systemClock } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { issue } from './support/records.ts';
import { json, scripted } from './support/scripted-service.ts';
import { slowService } from './support/slow-service.ts';

function setUp(options: Omit<ClientOptions, 'apiKey' | 'accessToken'> = {}) {
  const service = slowService();
  const { mock, fetch } = service;
  const clientOptions = { ...mock.clientOptions, fetch, ...options };
  return { ...service, clientOptions, client: new IssueTrackingClient(clientOptions) };
}

/** Makes calls with some workers, one after another each. */
async function work(client: IssueTrackingClient, workers: number, calls: number) {
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let call = 0; call < calls; call++) await client.projects.list();
    }),
  );
}

test('clients with the same key share the rate limit, including short-lived clients with one call each [LIM-1]', async () => {
  const { clientOptions, statuses } = setUp();
  await Promise.all([1, 2].map(() => work(new IssueTrackingClient(clientOptions), 5, 20)));
  for (let call = 0; call < 20; call++) await new IssueTrackingClient(clientOptions).projects.list();
  expect(statuses).toHaveLength(220);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('client.rateLimit has the limit, the used slots and the queued calls [LIM-1]', async () => {
  const seen: RateLimitState[] = [];
  const { client, mock } = setUp({
    rateLimit: { requests: 3, windowMs: 10_000 },
    hooks: { onWait: () => seen.push(client.rateLimit) },
  });
  await Promise.all(Array.from({ length: 5 }, () => client.projects.list()));
  expect(seen).toContainEqual({ limit: 3, used: 3, queued: 2, nextAt: expect.any(Number) });
  expect(client.rateLimit.queued).toBe(0);
  await mock.clock.advance(10_000);
  expect(client.rateLimit.used).toBe(0);
});

test('hundreds of calls with one signal leave no listener and no sleep behind', async () => {
  const { client, clientOptions, mock } = setUp();
  const { clock, sleepers } = counted(mock.clock);
  const { signal } = new AbortController();
  const watched = new IssueTrackingClient({ ...clientOptions, clock });
  await Promise.all(Array.from({ length: 300 }, () => watched.projects.list({}, { signal })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(sleepers()).toBe(0);
  expect(client.rateLimit.queued).toBe(0);
});

/** A clock that counts its sleepers. */
function counted(clock: Clock): { clock: Clock; sleepers: () => number } {
  let sleepers = 0;
  return {
    sleepers: () => sleepers,
    clock: {
      now: () => clock.now(),
      async sleep(ms, signal) {
        sleepers++;
        try {
          await clock.sleep(ms, signal);
        } finally {
          sleepers--;
        }
      },
    },
  };
}

test.each([0, -1, Number.NaN, undefined])(
  'a store with a retryInMs of %j does not block the event loop',
  async (retryInMs) => {
    let others = false;
    let asked = 0;
    const acquire = async () => {
      if (++asked === 1) {
        setImmediate(() => {
          others = true;
        });
      }
      // Without the second condition this would never end where it fails.
      if (others || asked > 1000) return { ok: true as const, slot: '1' };
      return { ok: false as const, retryInMs: retryInMs as number };
    };
    const store = { acquire, release: async () => {}, pause: async () => {} };
    const { client } = scripted([json({ data: issue() })], { clock: systemClock, rateLimit: { store } });
    await client.issues.get('prj_web', 7);
    expect(asked).toBeLessThan(1000);
  },
);

test('a pause in the store rejects calls that wait for the probe [LIM-2]', async () => {
  const acquire = async () => ({ ok: false as const, reason: 'pause' as const, retryInMs: 60_000 });
  const store = { acquire, release: async () => {}, pause: async () => {} };
  const { client, requests } = scripted([json({ data: issue() })], { clock: systemClock, rateLimit: { store } });
  const end = new AbortController();
  const patient = client.issues.get('prj_web', 7, { signal: end.signal });
  await expect(client.issues.get('prj_web', 7, { deadline: 50_000 })).rejects.toMatchObject({ name: 'RateLimitError' });
  end.abort();
  await expect(patient).rejects.toMatchObject({ name: 'AbortError', cause: end.signal.reason, sent: false });
  expect(requests).toHaveLength(0);
});
