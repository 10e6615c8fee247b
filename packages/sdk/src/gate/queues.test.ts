import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { expect, test, vi } from 'vitest';
import { accept, reject } from '../../test/support/admissions.ts';
import { generationOf } from '../call/contexts.ts';
import { systemClock } from '../platform/clock.ts';
import type { Gate } from './gate.ts';
import { type GateKey, gateOf } from './gates.ts';
import type { Permit } from './permit.ts';
import type { ClientLimits, QueuedCall } from './settings.ts';

const settings: Omit<ClientLimits, 'isProtected'> = { limit: 100, windowMs: 60_000, onStoreError: 'fail' };

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function identity(changes: Partial<GateKey> = {}): GateKey {
  return { origin: 'https://issues.test', credential: 'svc_shared', fetch: undefined, clock: systemClock, ...changes };
}

const call: QueuedCall = {
  signal: undefined,
  deadlineAt: Number.POSITIVE_INFINITY,
  settings: { timeout: 30_000, priority: 0, retry: { maxRetryAfter: 120_000 } },
  waits: () => {},
  ticket: { number: 0, isWrite: false, hasBegun: false, wants: 0, kept: 0 },
};

async function enter(queue: Gate): Promise<Permit> {
  return (await queue.acquire(call, queue.register({ ...settings, isProtected: true }))) as Permit;
}

test('the same origin, credential, fetch and clock share a queue, a circuit and a limit [LIM-1] [AUTH-7]', () => {
  const [one, other] = [gateOf(identity()), gateOf(identity())];
  expect(other).toBe(one);
  expect(one.register({ ...settings, isProtected: true })).toEqual(other.register({ ...settings, isProtected: true }));
});

test("the platform's fetch is the same, passed or not", () => {
  expect(gateOf(identity({ fetch: globalThis.fetch }))).toBe(gateOf(identity()));
});

test('the same token function counts as the same credential', () => {
  const credential = () => 'token';
  expect(gateOf(identity({ credential }))).toBe(gateOf(identity({ credential })));
  expect(gateOf(identity({ credential }))).not.toBe(gateOf(identity({ credential: () => 'token' })));
});

test('clients with one token function share its token and its calls across services, and a rejection counts for one service only', async () => {
  const clock = virtualClock();
  let given = 0;
  const credential = vi.fn(async () => `token-${++given}`);
  const [one, other] = ['https://a.test', 'https://b.test'].map((origin) =>
    gateOf(identity({ origin, credential, clock })),
  ) as [Gate, Gate];
  const [first, second] = await Promise.all([enter(one), enter(other)]);
  expect([first.token, second.token]).toEqual(['token-1', 'token-1']);
  accept(second);
  reject(first);
  reject(await enter(one));
  await expect(enter(one)).rejects.toMatchObject({ name: 'AuthenticationError' });
  await expect(enter(other)).resolves.toMatchObject({ token: 'token-3' });
});

test.each([
  ['origin', { origin: 'https://other.test' }],
  ['credential', { credential: 'svc_other' }],
  ['fetch', { fetch: async () => new Response() }],
  ['clock', { clock: virtualClock() }],
] as const)('another %s shares nothing', (_, change) => {
  expect(gateOf(identity(change))).not.toBe(gateOf(identity()));
});

test('parts of a key are never confused with each other', () => {
  const one = gateOf(identity({ origin: 'https://issues.test', credential: 'svc_a","b' }));
  const other = gateOf(identity({ origin: 'https://issues.test","svc_a', credential: 'b' }));
  expect(one).not.toBe(other);
  const [fetch, clock] = [async () => new Response(), virtualClock()];
  const swapped = identity({ fetch: clock as never, clock: fetch as never });
  expect(gateOf(identity({ fetch, clock }))).not.toBe(gateOf(swapped));
});

test('one credential never delays or blocks another [AUTH-7]', async () => {
  const clock = virtualClock();
  const of = (credential: string) => gateOf(identity({ credential, clock }));
  for (let n = 0; n < 4; n++) reject(await enter(of(`svc_bad${n}`)));
  for (let n = 0; n < 4; n++) void enter(of(`svc_hangs${n}`));
  for (let n = 0; n < 50; n++) accept(await enter(of(`svc_good${n}`)));
});

test('a mock after reset() counts as another service [AUTH-7]', async () => {
  const mock = createMock({ clock: virtualClock() });
  const of = () => {
    const { fetch, clock } = mock.clientOptions;
    return gateOf(identity({ fetch, clock, generation: generationOf(mock.baseUrl, fetch) }));
  };
  const before = of();
  reject(await enter(before));
  await expect(enter(before)).rejects.toMatchObject({ name: 'AuthenticationError' });
  mock.reset();
  expect(of()).not.toBe(before);
  await expect(enter(of())).resolves.toBeDefined();
});

test('a queue is idle once no rejection and no request counts any more', async () => {
  const clock = virtualClock();
  const queue = gateOf(identity({ clock }));
  expect(queue.idle).toBe(true);
  const admission = await enter(queue);
  admission.release();
  accept(admission);
  expect(queue.idle).toBe(false);
  await clock.advance(60_000);
  expect(queue.idle).toBe(true);
  (await enter(queue)).withdraw();
  const rejected = await enter(queue);
  rejected.release();
  reject(rejected, false);
  expect(queue.idle).toBe(false);
  await clock.advance(15 * 60_000);
  expect(queue.idle).toBe(true);
});

test('a queue is garbage-collected with its fetch, even if its clock never advances', async () => {
  async function used(): Promise<WeakRef<object>> {
    const queue = gateOf(identity({ fetch: async () => new Response(), clock: virtualClock() }));
    (await enter(queue)).release();
    expect(queue.idle).toBe(false);
    return new WeakRef(queue);
  }
  const queue = await used();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(queue.deref()).toBeUndefined();
});
