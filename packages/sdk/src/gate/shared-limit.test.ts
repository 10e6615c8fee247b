import { createHash } from 'node:crypto';
import { virtualClock } from '@issue-tracking/mock';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type AdmissionsOptions,
  accept,
  admissions,
  type EnterOptions,
  reject,
} from '../../test/support/admissions.ts';
import type { Permit } from './permit.ts';
import type { Acquired, RateLimitStore } from './store.ts';

const windowMs = 60_000;
const start = Date.parse('2026-04-01T09:00:00.000Z');
const keyOf = (token: string) => createHash('sha256').update(`https://issues.test ${token}`).digest('hex');
const unused = { windowMs, afterMs: -windowMs };

/** Calls that share a limit through a store whose answers a test writes down. It grants a slot when there is none. */
function setUp(options: AdmissionsOptions = {}) {
  const clock = virtualClock({ now: start });
  const answers: (Acquired | Error | Promise<Acquired>)[] = [];
  const acquire = vi.fn(async (..._: Parameters<RateLimitStore['acquire']>): Promise<Acquired> => {
    const answer = answers.shift() ?? { ok: true, slot: `slot-${acquire.mock.calls.length}` };
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const release = vi.fn<RateLimitStore['release']>(async () => {});
  const pause = vi.fn<RateLimitStore['pause']>(async () => {});
  const store = { acquire, release, pause };
  const { enter, ...rest } = admissions({ clock, limit: 10, windowMs, isProtected: false, store, ...options });
  const ask = (how: EnterOptions = {}) => enter({ timeoutMs: 20_000, ...how });
  const asked = (times: number) => vi.waitFor(() => expect(acquire).toHaveBeenCalledTimes(times));
  return { ...rest, clock, ask, asked, answers, acquire, release, pause };
}

/** Lets all be done that needs no timer. Hashing takes turns of its own. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

afterEach(() => vi.restoreAllMocks());

describe('a slot', () => {
  test('is acquired and released under the SHA-256 hash of origin and credential [LIM-1]', async () => {
    const { ask, acquire, release } = setUp();
    (await ask()).release(30_000);
    await settled();
    const signal = expect.any(AbortSignal);
    expect(acquire).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), { limit: 10, windowMs, leaseMs: 40_000, signal });
    expect(release).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), 'slot-1', { windowMs, afterMs: 30_000 });
  });

  test('comes with a place in flight, if calls are protected, and one report ends both [AUTH-7]', async () => {
    const { ask, acquire, release } = setUp({ isProtected: true });
    const permits: Permit[] = [];
    for (const end of [accept, reject]) {
      const permit = await ask();
      permits.push(permit);
      end(permit);
      permit.release();
      await settled();
    }
    const lockout = { limit: 4, windowMs: 900_000 };
    expect(acquire).toHaveBeenLastCalledWith(keyOf('svc_1'), expect.objectContaining({ lockout }));
    const ended = (rejected: boolean) => ({ windowMs, afterMs: 0, lockout: { windowMs: 900_000, rejected } });
    expect(release.mock.calls.map(([, , options]) => options)).toEqual([ended(false), ended(true)]);
  });

  test('that is not used is free at once', async () => {
    const { ask, release } = setUp();
    (await ask()).withdraw();
    await settled();
    expect(release).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), 'slot-1', unused);
  });

  test('belongs to its token, before and after a refresh', async () => {
    const tokens = ['old', 'new'];
    const { ask, acquire, release } = setUp({ credential: () => tokens.shift() ?? 'none' });
    const old = await ask();
    old.statusReceived(401, true);
    await ask();
    old.release();
    await settled();
    expect(acquire.mock.calls.map(([key]) => key)).toEqual([keyOf('old'), keyOf('new')]);
    expect(new Set(release.mock.calls.map(([key]) => key))).toEqual(new Set([keyOf('old')]));
  });

  test('is not asked for while the window of the process itself is full [LIM-1]', async () => {
    const { ask, asked, acquire, clock } = setUp({ limit: 1 });
    (await ask()).release();
    void ask();
    await settled();
    await clock.advance(windowMs - 1);
    expect(acquire).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    await asked(2);
  });

  test('is asked for once at a time, for the first call that waits', async () => {
    const { ask, asked, answers } = setUp();
    const trips = Array.from({ length: 3 }, () => Promise.withResolvers<Acquired>());
    answers.push(...trips.map(({ promise }) => promise));
    const order: string[] = [];
    const calls = ['a', 'b', 'c'].map((name) => ask().then(() => order.push(name)));
    for (const [index, { resolve }] of trips.entries()) {
      await asked(index + 1);
      await settled();
      expect(order).toHaveLength(index);
      resolve({ ok: true, slot: 'slot' });
    }
    await Promise.all(calls);
    expect(order).toEqual(['a', 'b', 'c']);
  });
});

describe('a call that the store refuses', () => {
  test("waits for the store's retryInMs, is told so if it still waits, and asks again [LIM-1]", async () => {
    const { ask, asked, acquire, answers, clock } = setUp();
    const answer = Promise.withResolvers<Acquired>();
    answers.push(answer.promise);
    const abort = new AbortController();
    const [gone, waits] = [vi.fn(), vi.fn()];
    const left = ask({ signal: abort.signal, onWait: gone });
    const slot = ask({ onWait: waits });
    await asked(1);
    abort.abort('gone');
    await expect(left).rejects.toBe('gone');
    answer.resolve({ ok: false, retryInMs: 2500 });
    await vi.waitFor(() => expect(waits).toHaveBeenCalledWith('rate-limit', 2500));
    expect(gone).not.toHaveBeenCalledWith('rate-limit', expect.anything());
    await clock.advance(2499);
    expect(acquire).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    await slot;
    expect(acquire).toHaveBeenCalledTimes(2);
  });

  test('comes back a little later each time, but within a window', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { ask, asked, answers, clock, state } = setUp();
    for (let n = 0; n < 3; n++) answers.push({ ok: false, retryInMs: 1000 });
    answers.push({ ok: false, retryInMs: windowMs });
    const call = ask();
    const slotMs = windowMs / 10;
    for (const [index, ms] of [1000, 1000 + 2 * slotMs, 1000 + 6 * slotMs, windowMs].entries()) {
      await asked(index + 1);
      await settled();
      expect(state().queued).toBe(1);
      await clock.advance(ms);
    }
    await call;
  });

  test('waits for a place in flight, and is told that it waits for the credential [AUTH-7]', async () => {
    const { ask, answers, clock } = setUp({ isProtected: true });
    answers.push({ ok: false, reason: 'in-flight', retryInMs: 50 });
    const onWait = vi.fn();
    const call = ask({ onWait });
    await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith('credential', undefined));
    await clock.advance(50);
    await call;
  });

  test('fails at once if the time is after its deadline, and so do later ones [LIM-1]', async () => {
    const { ask, answers, acquire } = setUp();
    answers.push({ ok: false, retryInMs: 2500 });
    const deadlineAt = start + 2500;
    for (let call = 0; call < 2; call++) {
      await expect(ask({ deadlineAt })).rejects.toMatchObject({ name: 'RateLimitError', retryAt: start + 2500 });
    }
    expect(acquire).toHaveBeenCalledTimes(1);
  });

  test('fails if the credential is locked out [AUTH-7]', async () => {
    const { ask, answers } = setUp({ isProtected: true });
    answers.push({ ok: false, reason: 'lockout', retryInMs: 5000, failuresLeft: 0 });
    await expect(ask()).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 5000 });
  });
});

test('a rejection in another process is no mistake: the next 401 blocks the credential [AUTH-7]', async () => {
  const { ask, answers, clock } = setUp({ isProtected: true });
  accept(await ask());
  await clock.advance(1000);
  answers.push({ ok: true, slot: 'slot', rejectedMsAgo: 0 });
  expect(reject(await ask())).toBe(false);
  await expect(ask()).rejects.toMatchObject({ name: 'AuthenticationError' });
});

describe('a pause', () => {
  test('of this process goes to the store, and one of the store holds up all calls [LIM-2]', async () => {
    const { ask, answers, pause, clock, state } = setUp();
    (await ask()).pause(7000);
    await settled();
    expect(pause).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), 7000, { windowMs });
    await clock.advance(7000);
    answers.push({ ok: false, retryInMs: 5000, reason: 'pause' });
    const patient = ask();
    await expect.poll(() => state().nextAt).toBe(start + 12_000);
    await expect(ask({ maxRetryAfter: 4999 })).rejects.toMatchObject({
      name: 'RateLimitError',
      retryAt: start + 12_000,
    });
    await clock.advance(5000);
    await patient;
  });

  test.each([
    ['a window', windowMs, false],
    ['more', windowMs + 1, true],
  ])('is what a store means by %s without a reason', async (_, retryInMs, isPause) => {
    const { ask, answers } = setUp();
    answers.push({ ok: false, retryInMs });
    const onWait = vi.fn();
    const call = ask({ maxRetryAfter: 0, onWait });
    if (isPause) await expect(call).rejects.toMatchObject({ name: 'RateLimitError' });
    else await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith('rate-limit', windowMs));
  });
});

describe('when no call waits for the store any more', () => {
  test('its signal aborts, and a slot that comes later is given back', async () => {
    const { ask, asked, acquire, answers, release, state, source } = setUp();
    const late = Promise.withResolvers<Acquired>();
    answers.push(late.promise);
    const abort = new AbortController();
    const call = ask({ signal: abort.signal });
    await asked(1);
    expect(source.last?.idle).toBe(false);
    const signal = acquire.mock.calls[0]?.[1].signal;
    expect(signal?.aborted).toBe(false);
    abort.abort('gone');
    await expect(call).rejects.toBe('gone');
    expect(signal?.aborted).toBe(true);
    late.resolve({ ok: true, slot: 'late' });
    await settled();
    expect(release).toHaveBeenCalledExactlyOnceWith(keyOf('svc_1'), 'late', unused);
    expect(state()).toMatchObject({ used: 0, queued: 0 });
  });

  test('it may reject for that reason: no later call fails, and it is not taken for a store that failed', async () => {
    const { ask, asked, acquire } = setUp({ onStoreError: 'local' });
    acquire.mockImplementationOnce(
      (_, { signal }) => new Promise((__, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    );
    const abort = new AbortController();
    const call = ask({ signal: abort.signal });
    await asked(1);
    abort.abort('gone');
    const next = ask();
    await expect(call).rejects.toBe('gone');
    expect((await next).outageSince).toBeUndefined();
    expect(acquire).toHaveBeenCalledTimes(2);
  });

  test('and only then: the end of a request aborts nothing', async () => {
    const { ask, asked, acquire, answers } = setUp();
    const permit = await ask();
    answers.push(new Promise(() => {}));
    void ask();
    await asked(2);
    permit.withdraw();
    expect(acquire.mock.calls[1]?.[1].signal.aborted).toBe(false);
  });
});

describe('when the store fails', () => {
  test.each([
    ['rejects', (error: Error) => Promise.reject(error)],
    [
      'throws',
      (error: Error) => {
        throw error;
      },
    ],
  ])("and %s, the waiting calls reject with onStoreError 'fail', and none goes without a limit", async (_, fail) => {
    const { ask, acquire, state } = setUp();
    acquire.mockImplementationOnce(() => fail(new Error('ECONNREFUSED')));
    for (const call of [ask(), ask()]) {
      await expect(call).rejects.toMatchObject({
        name: 'RateLimitStoreError',
        message: 'the rate-limit store failed: ECONNREFUSED',
        cause: { message: 'ECONNREFUSED' },
      });
    }
    expect(state()).toMatchObject({ used: 0, queued: 0 });
    await expect(ask()).resolves.toBeDefined();
  });

  test("each process keeps the limit alone with onStoreError 'local' [LIM-1]", async () => {
    const { ask, answers, clock } = setUp({ limit: 2, onStoreError: 'local' });
    answers.push(new Error('ECONNREFUSED'));
    for (const permit of await Promise.all([ask(), ask()])) {
      expect(permit.outageSince).toBe(start);
      permit.release();
    }
    const granted = vi.fn();
    void ask().then(granted);
    await clock.advance(windowMs - 1);
    await settled();
    expect(granted).not.toHaveBeenCalled();
    await clock.advance(1);
    await vi.waitFor(() => expect(granted).toHaveBeenCalled());
  });

  test("it is asked again after 5 s with onStoreError 'local', and no call waits for that", async () => {
    const { ask, asked, acquire, answers, clock } = setUp({ limit: 100, onStoreError: 'local' });
    const hangs = Promise.withResolvers<Acquired>();
    answers.push(new Error('ECONNREFUSED'), hangs.promise);
    await ask();
    await clock.advance(4999);
    await ask();
    expect(acquire).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    await Promise.all([ask(), ask(), ask()]);
    await clock.advance(10_000);
    await ask();
    await asked(2);
    hangs.resolve({ ok: true, slot: 'back' });
    await settled();
    expect((await ask()).outageSince).toBeUndefined();
    expect(acquire).toHaveBeenCalledTimes(3);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('lost'))],
    [
      'throws',
      () => {
        throw new Error('lost');
      },
    ],
  ])('and %s at a report, nothing else fails', async (_, fail) => {
    const { ask, release, pause, state } = setUp();
    release.mockImplementation(fail);
    pause.mockImplementation(fail);
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const permit = await ask();
    permit.release();
    permit.pause(1000);
    await settled();
    process.off('unhandledRejection', unhandled);
    expect([release, pause, unhandled].map((mock) => mock.mock.calls.length)).toEqual([1, 1, 0]);
    expect(state().nextAt).toBe(start + 1000);
  });
});
