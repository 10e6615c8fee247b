import { createHash } from 'node:crypto';
import { virtualClock } from '@issue-tracking/mock';
import { expect, test, vi } from 'vitest';
import { type AdmissionsOptions, accept, admissions, type EnterOptions } from '../../test/support/admissions.ts';
import type { Permit } from './permit.ts';
import type { OnStoreError } from './settings.ts';
import type { Acquired, RateLimitStore } from './store.ts';

const windowMs = 60_000;
const start = Date.parse('2026-04-01T09:00:00.000Z');
const keyOf = (token: string) => createHash('sha256').update(`https://issues.test ${token}`).digest('hex');

interface SetUp {
  readonly limit?: number;
  readonly onStoreError?: OnStoreError;
  readonly credential?: AdmissionsOptions['credential'];
}

/** A queue over a store whose results a test writes down; it grants a slot when there is none. */
function setUp({ limit = 10, onStoreError = 'fail', credential = 'svc_1' }: SetUp = {}) {
  const clock = virtualClock({ now: start });
  const answers: (Acquired | Error)[] = [];
  const acquire = vi.fn(async (..._: Parameters<RateLimitStore['acquire']>): Promise<Acquired> => {
    const answer = answers.shift() ?? { ok: true, slot: `slot-${acquire.mock.calls.length}` };
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const release = vi.fn<RateLimitStore['release']>(async () => {});
  const pause = vi.fn<RateLimitStore['pause']>(async () => {});
  const rateLimit = { store: { acquire, release, pause }, onStoreError, windowMs };
  const { queue, policy, enter } = admissions({ clock, limit, credential, isProtected: false, rateLimit });
  const ask = (options: EnterOptions = {}) => enter({ timeoutMs: 20_000, ...options });
  return { clock, queue, state: () => queue.state(policy), ask, answers, acquire, release, pause };
}

/** Hashing takes turns of its own. */
const done = () => vi.waitFor(() => {}, { interval: 1 });

test('each slot is acquired and released under the SHA-256 hash of origin and credential', async () => {
  const { ask, acquire, release } = setUp();
  (await ask()).release(30_000);
  await vi.waitFor(() => expect(release).toHaveBeenCalled());
  expect(acquire).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), {
    limit: 10,
    windowMs,
    leaseMs: 40_000,
    process: expect.any(String),
    waiting: 1,
    signal: expect.any(AbortSignal),
  });
  expect(release).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), 'slot-1', { windowMs, afterMs: 30_000 });
});

test('an unused slot is released to the store at once', async () => {
  const { ask, release } = setUp();
  (await ask()).withdraw();
  await vi.waitFor(() =>
    expect(release).toHaveBeenCalledWith(keyOf('svc_1'), 'slot-1', { windowMs, afterMs: -windowMs }),
  );
});

test('each token has its own key, and a slot is released under the key of its token', async () => {
  const tokens = ['old', 'new'];
  const { ask, acquire, release } = setUp({ credential: () => tokens.shift() ?? 'none' });
  const old = await ask();
  old.statusReceived(401, true);
  await ask();
  old.release();
  await vi.waitFor(() => expect(release).toHaveBeenCalled());
  expect(acquire.mock.calls.map(([key]) => key)).toEqual([keyOf('old'), keyOf('new')]);
  expect(release.mock.calls[0]?.[0]).toBe(keyOf('old'));
});

test("without a free slot a call waits for the store's retryInMs and then acquires again", async () => {
  const { ask, acquire, answers, clock } = setUp();
  answers.push({ ok: false, retryInMs: 2500 });
  const onWait = vi.fn();
  const slot = ask({ onWait });
  await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith('rate-limit', 2500));
  await clock.advance(2499);
  expect(acquire).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await slot;
  expect(acquire).toHaveBeenCalledTimes(2);
});

test("only calls that still wait are notified of the store's wait", async () => {
  const { ask, acquire } = setUp();
  const answer = Promise.withResolvers<Acquired>();
  acquire.mockReturnValue(answer.promise);
  const abort = new AbortController();
  const [gone, waits] = [vi.fn(), vi.fn()];
  const left = ask({ signal: abort.signal, onWait: gone });
  void ask({ onWait: waits });
  await vi.waitFor(() => expect(acquire).toHaveBeenCalled());
  abort.abort('gone');
  await expect(left).rejects.toBe('gone');
  answer.resolve({ ok: false, retryInMs: 2500 });
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith('rate-limit', 2500));
  expect(gone).not.toHaveBeenCalledWith('rate-limit', expect.anything());
});

test('the release of a slot does not abort an acquire in progress', async () => {
  const { ask, acquire } = setUp();
  const slot = await ask();
  const answer = Promise.withResolvers<Acquired>();
  acquire.mockReturnValueOnce(answer.promise);
  const next = ask();
  await vi.waitFor(() => expect(acquire).toHaveBeenCalledTimes(2));
  slot.withdraw();
  expect(acquire.mock.calls[1]?.[1].signal.aborted).toBe(false);
  answer.resolve({ ok: true, slot: 'slot' });
  await next;
});

test('a queue is not idle while a call waits for the store', async () => {
  const { ask, acquire, queue } = setUp();
  const answer = Promise.withResolvers<Acquired>();
  acquire.mockReturnValueOnce(answer.promise);
  const slot = ask();
  expect(queue.idle).toBe(false);
  answer.resolve({ ok: true, slot: 'slot' });
  (await slot).withdraw();
  expect(queue.idle).toBe(true);
});

test('a process whose own window is full does not call the store', async () => {
  const { ask, acquire, clock } = setUp({ limit: 1 });
  (await ask()).release();
  const next = ask();
  await clock.advance(windowMs - 1);
  expect(acquire).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await next;
  expect(acquire).toHaveBeenCalledTimes(2);
});

test('each acquire is for one request, and the first slot to arrive goes to the first call', async () => {
  const { ask, acquire } = setUp();
  const trips = Array.from({ length: 3 }, () => Promise.withResolvers<Acquired>());
  for (const { promise } of trips) acquire.mockReturnValueOnce(promise);
  const order: string[] = [];
  const calls = ['a', 'b', 'c'].map((name) => ask().then(() => order.push(name)));
  await vi.waitFor(() => expect(acquire).toHaveBeenCalledTimes(3));
  for (const [index, { resolve }] of [...trips.entries()].reverse()) {
    resolve({ ok: true, slot: `slot-${index}` });
    await done();
  }
  await Promise.all(calls);
  expect(order).toEqual(['a', 'b', 'c']);
  expect(acquire).toHaveBeenCalledTimes(3);
});

test('while other processes compete for slots, one acquire is made at a time, at the time that the store sets', async () => {
  const { ask, acquire, answers, clock } = setUp();
  answers.push({ ok: false, retryInMs: 2500 }, { ok: true, slot: 'first', nextInMs: 700 });
  const calls = [ask()];
  await vi.waitFor(() => expect(acquire).toHaveBeenCalledTimes(1));
  calls.push(ask(), ask(), ask());
  await done();
  await clock.advance(2500);
  await calls[0];
  await clock.advance(699);
  expect(acquire, 'the answer tells when the next may ask').toHaveBeenCalledTimes(2);
  await clock.advance(1);
  await Promise.all(calls);
  expect(acquire).toHaveBeenCalledTimes(5);
});

test('a 429 pauses every process: it goes to the store, and a pause of the store applies to all calls [LIM-2]', async () => {
  const { ask, answers, pause, clock, state } = setUp();
  const slot = await ask();
  slot.pause(7000);
  await vi.waitFor(() => expect(pause).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), 7000, { windowMs }));
  await clock.advance(7000);

  answers.push({ ok: false, retryInMs: 5000, reason: 'pause' });
  const patient = ask();
  await expect.poll(() => state().pausedUntil).toBe(start + 12_000);
  await expect(ask({ maxWaitMs: 4999 })).rejects.toMatchObject({ name: 'RateLimitError', retryAt: expect.any(Number) });
  await clock.advance(5000);
  await patient;
});

test('a pause in the store rejects calls whose maximum wait is shorter [LIM-2]', async () => {
  const { ask, answers } = setUp();
  answers.push({ ok: false, retryInMs: 5000, reason: 'pause' });
  await expect(ask({ maxWaitMs: 4000 })).rejects.toMatchObject({ name: 'RateLimitError', retryAt: expect.any(Number) });
});

test('the client caches a pause of the store for at most 5 s [LIM-2]', async () => {
  const { ask, answers, state, clock, acquire } = setUp();
  answers.push({ ok: false, reason: 'pause', retryInMs: 1_000_000_000 });
  await expect(ask()).rejects.toMatchObject({ name: 'RateLimitError', retryAt: start + 1_000_000_000 });
  await expect(ask()).rejects.toMatchObject({ name: 'RateLimitError' });
  expect(acquire).toHaveBeenCalledTimes(1);
  await clock.advance(5000);
  expect(state().pausedUntil).toBeNull();
  await expect(ask()).resolves.toBeDefined();
});

test('a wait without a reason counts as a pause if it is longer than a window', async () => {
  const { ask, answers, state } = setUp();
  answers.push({ ok: false, retryInMs: windowMs });
  const waiting = new AbortController();
  const onWait = vi.fn();
  const call = ask({ maxWaitMs: 0, signal: waiting.signal, onWait });
  await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith('rate-limit', windowMs));
  expect(state().pausedUntil).toBeNull();
  waiting.abort('enough');
  await expect(call).rejects.toBe('enough');
  answers.push({ ok: false, retryInMs: windowMs + 1 });
  await expect(ask({ maxWaitMs: 0 })).rejects.toMatchObject({ name: 'RateLimitError' });
});

test("the store's signal aborts once no call waits, and a slot that arrives later is released", async () => {
  const { ask, acquire, release, state } = setUp();
  const late = Promise.withResolvers<Acquired>();
  acquire.mockReturnValueOnce(late.promise);
  const abort = new AbortController();
  const call = ask({ signal: abort.signal });
  await vi.waitFor(() => expect(acquire).toHaveBeenCalled());
  const signal = acquire.mock.calls[0]?.[1].signal;
  expect(signal?.aborted).toBe(false);
  abort.abort('gone');
  await expect(call).rejects.toBe('gone');
  expect(signal?.aborted).toBe(true);
  late.resolve({ ok: true, slot: 'late' });
  await vi.waitFor(() =>
    expect(release).toHaveBeenCalledWith(keyOf('svc_1'), 'late', { windowMs, afterMs: -windowMs }),
  );
  await expect.poll(() => state()).toMatchObject({ used: 0, queued: 0 });
});

test.each(['fail', 'local'] as const)(
  'a store that rejects after its signal aborted fails no later call, with onStoreError %j',
  async (onStoreError) => {
    const { ask, acquire } = setUp({ onStoreError });
    acquire.mockImplementationOnce(
      (_, { signal }) =>
        new Promise((__, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const abort = new AbortController();
    const call = ask({ signal: abort.signal });
    await vi.waitFor(() => expect(acquire).toHaveBeenCalled());
    abort.abort('gone');
    const next = ask();
    await expect(call).rejects.toBe('gone');
    await expect(next).resolves.toBeDefined();
    expect(acquire, 'it is not taken for a store that failed').toHaveBeenCalledTimes(2);
  },
);

test("a store failure rejects the waiting calls with onStoreError 'fail', and no call goes out unlimited", async () => {
  const { ask, answers, state } = setUp();
  answers.push(new Error('ECONNREFUSED'));
  const calls = await Promise.allSettled([ask(), ask()]);
  for (const call of calls) {
    expect(call).toMatchObject({
      status: 'rejected',
      reason: {
        name: 'RateLimitStoreError',
        message: 'the rate-limit store failed',
        cause: { message: 'ECONNREFUSED' },
      },
    });
  }
  expect(state()).toMatchObject({ used: 0, queued: 0 });
  await expect(ask()).resolves.toBeDefined();
});

test("after a store failure with onStoreError 'local' each process keeps the limit alone, and later uses the store again [LIM-1]", async () => {
  const { ask, acquire, answers, release, clock } = setUp({ limit: 2, onStoreError: 'local' });
  answers.push(new Error('ECONNREFUSED'), new Error('ECONNREFUSED'));
  const slots = await Promise.all([ask(), ask()]);
  expect(acquire).toHaveBeenCalledTimes(2);
  for (const slot of slots) slot.release();
  const third = ask();
  await done();
  await clock.advance(windowMs - 1);
  const granted = vi.fn();
  void third.then(granted);
  await done();
  expect(granted).not.toHaveBeenCalled();
  await clock.advance(1);
  await third;
  expect(acquire, 'the store is asked again').toHaveBeenCalledTimes(3);
  expect(release.mock.calls, 'slots that no call takes go back').toMatchObject([
    [keyOf('svc_1'), 'slot-3', { afterMs: -windowMs }],
  ]);
});

test("after a store failure with onStoreError 'local' the store is not called for 5 s", async () => {
  const { ask, acquire, answers, clock } = setUp({ onStoreError: 'local' });
  answers.push(new Error('ECONNREFUSED'));
  await ask();
  await clock.advance(4999);
  await ask();
  expect(acquire).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await ask();
  expect(acquire).toHaveBeenCalledTimes(2);
});

test('a release or pause that the store rejects causes no unhandled rejection', async () => {
  const { ask, release, pause, state } = setUp();
  release.mockRejectedValue(new Error('lost'));
  pause.mockRejectedValue(new Error('lost'));
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const slot = await ask();
  slot.release();
  slot.pause(1000);
  await vi.waitFor(() => expect(pause).toHaveBeenCalled());
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(state().pausedUntil).not.toBeNull();
});

test('a store whose methods throw synchronously rejects calls like one whose methods reject', async () => {
  const { ask, acquire, release, pause } = setUp();
  const slot = await ask();
  const fail = () => {
    throw new Error('no promise');
  };
  release.mockImplementation(fail);
  pause.mockImplementation(fail);
  acquire.mockImplementation(fail);
  expect(() => slot.release()).not.toThrow();
  expect(() => slot.pause(0)).not.toThrow();
  await expect(ask()).rejects.toMatchObject({ name: 'RateLimitStoreError' });
});

test('60 calls acquire their slots in parallel, so they wait for one round trip of 500 ms', async () => {
  const clock = virtualClock({ now: start, auto: true });
  const acquire = vi.fn(async (): Promise<Acquired> => {
    await clock.sleep(500);
    return { ok: true, slot: crypto.randomUUID() };
  });
  const release = vi.fn<RateLimitStore['release']>(async () => {});
  const store: RateLimitStore = { acquire, release, pause: async () => {} };
  const { enter } = admissions({ clock, limit: 100, isProtected: false, rateLimit: { store } });
  const calls = Array.from({ length: 60 }, () => enter());
  await Promise.all(calls);
  expect(clock.now() - start).toBe(500);
  expect(acquire).toHaveBeenCalledTimes(60);
  expect(release, 'none came that no call wanted').not.toHaveBeenCalled();
});

test('no more slots are acquired in parallel than requests may be sent: one for a probe, then four [AUTH-7]', async () => {
  const probe: Acquired = { ok: true, slot: 'probe' };
  const acquire = vi.fn(() => new Promise<Acquired>(() => {})).mockResolvedValueOnce(probe);
  const store: RateLimitStore = { acquire, release: async () => {}, pause: async () => {} };
  const { enter } = admissions({ limit: 100, rateLimit: { store } });
  const [first] = Array.from({ length: 20 }, () => enter());
  const permit = await first;
  expect(acquire).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.objectContaining({ waiting: 20 }));
  accept(permit as Permit);
  await vi.waitFor(() => expect(acquire).toHaveBeenCalledTimes(5));
});

test('slots that arrive for aborted calls are released to the store', async () => {
  const { ask, acquire, release } = setUp();
  const trips = Array.from({ length: 3 }, () => Promise.withResolvers<Acquired>());
  for (const { promise } of trips) acquire.mockReturnValueOnce(promise);
  const abort = new AbortController();
  const first = ask();
  const left = Promise.allSettled([ask({ signal: abort.signal }), ask({ signal: abort.signal })]);
  await vi.waitFor(() => expect(acquire).toHaveBeenCalledTimes(3));
  abort.abort('gone');
  await left;
  for (const [index, { resolve }] of trips.entries()) resolve({ ok: true, slot: `slot-${index}` });
  await first;
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(2));
  expect(release.mock.calls.map(([, slot, { afterMs }]) => [slot, afterMs])).toEqual([
    ['slot-1', -windowMs],
    ['slot-2', -windowMs],
  ]);
});

test("with onStoreError 'local' no call waits for a failed store, which is retried in the background", async () => {
  const { ask, acquire, answers, clock } = setUp({ limit: 100, onStoreError: 'local' });
  answers.push(new Error('ECONNREFUSED'));
  await ask();
  const hangs = Promise.withResolvers<Acquired>();
  acquire.mockReturnValueOnce(hangs.promise);
  await clock.advance(5000);
  await Promise.all([ask(), ask(), ask()]);
  expect(acquire, 'one question for all of them').toHaveBeenCalledTimes(2);
  await clock.advance(10_000);
  await Promise.all([ask(), ask()]);
  expect(acquire).toHaveBeenCalledTimes(2);
  hangs.resolve({ ok: true, slot: 'back' });
  await new Promise((resolve) => setImmediate(resolve));
  await ask();
  expect(acquire, 'it is back').toHaveBeenCalledTimes(3);
});
