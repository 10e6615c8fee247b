import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { expect, test, vi } from 'vitest';
import { accept, reject } from '../../test/support/admissions.ts';
import { generationOf } from '../call/contexts.ts';
import { systemClock } from '../platform/clock.ts';
import type { RateLimitSettings } from '../rate-limit/rate-limit.ts';
import type { AdmissionQueue, Protection } from './admission-queue.ts';
import type { Permit } from './permit.ts';
import type { QueuedCall } from './queue-entry.ts';
import { admissionQueueOf, type QueueKey } from './registry.ts';

const settings: RateLimitSettings = { limit: 100, windowMs: 60_000, onStoreError: 'fail' };
const protection: Protection = { scope: 'credential', maxInFlight: 4 };
const address: Protection = { scope: 'address', maxInFlight: 4 };

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function identity(changes: Partial<QueueKey> = {}): QueueKey {
  return { origin: 'https://issues.test', credential: 'svc_shared', fetch: undefined, clock: systemClock, ...changes };
}

const call: QueuedCall = {
  signal: undefined,
  deadlineAt: Number.POSITIVE_INFINITY,
  settings: { timeout: 30_000, priority: 0, retry: { maxRetryAfter: 120_000 } },
  waits: () => {},
  inContext: (run) => run(),
  ticket: { number: 0, hasBegun: false },
};

async function enter(queue: AdmissionQueue, by: Protection = protection): Promise<Permit> {
  return (await queue.acquire(call, queue.policy(settings, by))) as Permit;
}

test('the same origin, credential, fetch and clock share a queue, a circuit and a limit [LIM-1] [AUTH-7]', () => {
  const [one, other] = [admissionQueueOf(identity()), admissionQueueOf(identity())];
  expect(other).toBe(one);
  expect(one.policy(settings, protection)).toEqual(other.policy({ ...settings }, { ...protection }));
});

test("the platform's fetch is the same, passed or not", () => {
  expect(admissionQueueOf(identity({ fetch: globalThis.fetch }))).toBe(admissionQueueOf(identity()));
});

test('the same token function counts as the same credential', () => {
  const credential = () => 'token';
  expect(admissionQueueOf(identity({ credential }))).toBe(admissionQueueOf(identity({ credential })));
  expect(admissionQueueOf(identity({ credential }))).not.toBe(
    admissionQueueOf(identity({ credential: () => 'token' })),
  );
});

test('clients with one token function share its token and its calls across services, and a rejection counts for one service only', async () => {
  const clock = virtualClock();
  let given = 0;
  const credential = vi.fn(async () => `token-${++given}`);
  const [one, other] = ['https://a.test', 'https://b.test'].map((origin) =>
    admissionQueueOf(identity({ origin, credential, clock })),
  ) as [AdmissionQueue, AdmissionQueue];
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
  expect(admissionQueueOf(identity(change))).not.toBe(admissionQueueOf(identity()));
});

test('parts of a key are never confused with each other', () => {
  const one = admissionQueueOf(identity({ origin: 'https://issues.test', credential: 'svc_a","b' }));
  const other = admissionQueueOf(identity({ origin: 'https://issues.test","svc_a', credential: 'b' }));
  expect(one).not.toBe(other);
  const [fetch, clock] = [async () => new Response(), virtualClock()];
  const swapped = identity({ fetch: clock as never, clock: fetch as never });
  expect(admissionQueueOf(identity({ fetch, clock }))).not.toBe(admissionQueueOf(swapped));
});

test('one credential never delays or blocks another [AUTH-7]', async () => {
  const clock = virtualClock();
  const of = (credential: string) => admissionQueueOf(identity({ credential, clock }));
  for (let n = 0; n < 4; n++) reject(await enter(of(`svc_bad${n}`)));
  for (let n = 0; n < 4; n++) void enter(of(`svc_hangs${n}`));
  for (let n = 0; n < 50; n++) accept(await enter(of(`svc_good${n}`)));
});

test('an address is shared by all credentials and fetch functions of an origin [AUTH-7]', async () => {
  const clock = virtualClock();
  const of = (credential: string, origin = 'https://issues.test') =>
    admissionQueueOf(identity({ origin, credential, clock, fetch: async () => new Response() }));
  for (let n = 0; n < 3; n++) reject(await enter(of(`svc_bad${n}`), address));
  await expect(enter(of('svc_new'), address)).rejects.toMatchObject({ name: 'AuthenticationError' });
  await expect(enter(of('svc_new', 'https://other.test'), address)).resolves.toBeDefined();
});

test('a mock after reset() counts as another service and another address [AUTH-7]', async () => {
  const mock = createMock({ clock: virtualClock() });
  const of = (credential: string) => {
    const { fetch, clock } = mock.clientOptions;
    const generation = generationOf(mock.baseUrl, fetch);
    return admissionQueueOf(identity({ credential, fetch, clock, generation }));
  };
  for (let n = 0; n < 3; n++) reject(await enter(of(`svc_bad${n}`), address));
  await expect(enter(of('svc_bad0'))).resolves.toBeDefined();
  await expect(enter(of('svc_new'), address)).rejects.toMatchObject({ name: 'AuthenticationError' });
  const before = of('svc_new');
  mock.reset();
  expect(of('svc_new')).not.toBe(before);
  await expect(enter(of('svc_new'), address)).resolves.toBeDefined();
});

test('a queue is idle once no rejection and no request counts any more', async () => {
  const clock = virtualClock();
  const queue = admissionQueueOf(identity({ clock }));
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
    const queue = admissionQueueOf(identity({ fetch: async () => new Response(), clock: virtualClock() }));
    (await enter(queue, address)).release();
    expect(queue.idle).toBe(false);
    return new WeakRef(queue);
  }
  const queue = await used();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(queue.deref()).toBeUndefined();
});
