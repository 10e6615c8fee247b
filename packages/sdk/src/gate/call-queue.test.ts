import { inspect } from 'node:util';
import { virtualClock } from '@issue-tracking/mock';
import { expect, test, vi } from 'vitest';
import {
  type AdmissionsOptions,
  accept,
  admissions,
  type EnterOptions,
  reject,
} from '../../test/support/admissions.ts';
import type { Permit } from './permit.ts';

const start = Date.parse('2026-04-01T09:00:00.000Z');

function setUp({ limit = 2, windowMs = 60_000, ...options }: Partial<AdmissionsOptions> & { windowMs?: number } = {}) {
  const clock = virtualClock({ now: start });
  const sleep = vi.spyOn(clock, 'sleep');
  const { queue, policy, enter, ...rest } = admissions({
    clock,
    limit,
    isProtected: false,
    rateLimit: { windowMs },
    ...options,
  });
  const granted: string[] = [];
  /** Acquires a slot and notes when it comes. */
  function ask(name: string, how: EnterOptions = {}, by = policy): Promise<Permit> {
    const slot = enter(how, by);
    slot.then(
      () => granted.push(`${name} at ${(clock.now() - start) / 1000} s`),
      () => granted.push(`${name} rejected`),
    );
    return slot;
  }
  return { clock, queue, policy, ask, granted, sleep, state: () => queue.state(policy), ...rest };
}

test('calls within the limit start at once, without a timer [LIM-1]', async () => {
  const { ask, granted, state, sleep } = setUp();
  await Promise.all([ask('a'), ask('b')]);
  expect(granted).toEqual(['a at 0 s', 'b at 0 s']);
  expect(state()).toEqual({ limit: 2, used: 2, queued: 0, pausedUntil: null });
  expect(sleep).not.toHaveBeenCalled();
});

test('a slot becomes free one window after the response, not after the request [LIM-1] [GAP-38]', async () => {
  const { ask, granted, clock, state } = setUp({ limit: 1 });
  const slot = await ask('a');
  const next = ask('b');
  await clock.advance(20_000);
  slot.release();
  await clock.advance(59_999);
  expect(granted).toEqual(['a at 0 s']);
  expect(state()).toMatchObject({ used: 1, queued: 1 });
  await clock.advance(1);
  await next;
  expect(granted).toEqual(['a at 0 s', 'b at 80 s']);
  expect(state()).toMatchObject({ used: 1, queued: 0 });
});

test('an abandoned attempt keeps its slot until its grace period and one window are over [LIM-1]', async () => {
  const { ask, granted, clock } = setUp({ limit: 1 });
  const slot = await ask('a');
  slot.release(30_000);
  const next = ask('b');
  await clock.advance(90_000);
  await next;
  expect(granted).toEqual(['a at 0 s', 'b at 90 s']);
});

test('slots become free in the order of their responses, with abandoned attempts in between [LIM-1]', async () => {
  const { ask, granted, clock } = setUp({ limit: 3 });
  const [a, b, c] = await Promise.all([ask('a'), ask('b'), ask('c')]);
  a.release(30_000);
  b.release();
  await clock.advance(10_000);
  c.release();
  const waiting = Promise.all([ask('d'), ask('e'), ask('f')]);
  await clock.advance(120_000);
  await waiting;
  expect(granted.slice(3)).toEqual(['d at 60 s', 'e at 70 s', 'f at 90 s']);
});

test('only the first release of a slot counts [LIM-1]', async () => {
  const { ask, clock, state } = setUp({ limit: 1 });
  const slot = await ask('a');
  slot.release();
  await clock.advance(30_000);
  slot.release(60_000);
  slot.withdraw();
  expect(state().used).toBe(1);
  await clock.advance(30_000);
  expect(state().used).toBe(0);
});

test('an unused slot becomes free at once, also for a call that waits for a later slot', async () => {
  const { ask, granted, clock, state } = setUp({ limit: 1 });
  const slot = await ask('a');
  const next = ask('b');
  await clock.advance(1000);
  slot.withdraw();
  await next;
  expect(granted).toEqual(['a at 0 s', 'b at 1 s']);
  expect(state().used).toBe(1);
});

test('a call made at the moment a slot becomes free waits behind earlier calls', async () => {
  const { ask, granted } = setUp({ limit: 1 });
  const slot = await ask('a');
  const waiting = ask('b');
  slot.withdraw();
  const late = ask('c');
  (await waiting).withdraw();
  await late;
  expect(granted).toEqual(['a at 0 s', 'b at 0 s', 'c at 0 s']);
});

test('calls start in the order they were made, except for aborted ones', async () => {
  const { ask, granted, clock, state } = setUp({ limit: 1 });
  (await ask('a')).release();
  const abort = new AbortController();
  const calls = [ask('b'), ask('c', { signal: abort.signal }), ask('d'), ask('e')];
  for (const call of calls) call.then((slot) => slot.release()).catch(() => {});
  expect(state().queued).toBe(4);
  abort.abort('no longer');
  await expect(calls[1]).rejects.toBe('no longer');
  expect(state().queued).toBe(3);
  await clock.advance(180_000);
  expect(granted).toEqual(['a at 0 s', 'c rejected', 'b at 60 s', 'd at 120 s', 'e at 180 s']);
});

test('any number of waiting calls share one timer, which ends with the last call', async () => {
  const { ask, clock, sleep } = setUp({ limit: 1 });
  (await ask('a')).release();
  const abort = new AbortController();
  const remove = vi.spyOn(abort.signal, 'removeEventListener');
  const calls = Array.from({ length: 100 }, () => ask('b', { signal: abort.signal }));
  const endings = Promise.allSettled(calls);
  expect(sleep).toHaveBeenCalledTimes(1);
  abort.abort('all of them');
  expect(sleep.mock.calls[0]?.[1]?.aborted).toBe(true);
  expect((await endings).every(({ status }) => status === 'rejected')).toBe(true);
  expect(remove).toHaveBeenCalledTimes(1);
  await clock.advance(60_000);
  expect(sleep).toHaveBeenCalledTimes(1);
});

test('when the first waiting call aborts, the next call gets its slot on time with a timer of its own', async () => {
  const { ask, granted, clock, sleep } = setUp({ limit: 1 });
  (await ask('a')).release();
  const abort = new AbortController();
  const left = ask('b', { signal: abort.signal });
  const stays = ask('c');
  abort.abort();
  await expect(left).rejects.toThrow();
  await clock.advance(60_000);
  await stays;
  expect(granted).toEqual(['a at 0 s', 'b rejected', 'c at 60 s']);
  expect(sleep).toHaveBeenCalledTimes(2);
});

test('a queue serves the next call after all waiting calls were aborted', async () => {
  const { ask, granted, clock } = setUp({ limit: 1 });
  (await ask('a')).release();
  const abort = new AbortController();
  const left = ask('b', { signal: abort.signal });
  abort.abort();
  const next = ask('c');
  await expect(left).rejects.toThrow();
  await clock.advance(60_000);
  await next;
  expect(granted).toEqual(['a at 0 s', 'b rejected', 'c at 60 s']);
});

test('a call with an aborted signal takes no slot', async () => {
  const { ask, state } = setUp();
  await expect(ask('a', { signal: AbortSignal.abort('before') })).rejects.toBe('before');
  expect(state()).toMatchObject({ used: 0, queued: 0 });
});

test('a call that gets its slot leaves no listener on its signal', async () => {
  const { ask, clock } = setUp({ limit: 1 });
  (await ask('a')).release();
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  const next = ask('b', { signal });
  await clock.advance(60_000);
  await next;
  expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
});

test('a waiting call is notified once, with the shortest possible wait', async () => {
  const { ask, clock } = setUp({ limit: 2 });
  const waits: (number | undefined)[] = [];
  const onWait = (_: string, ms: number | undefined) => waits.push(ms);
  const [a] = await Promise.all([ask('a', { onWait }), ask('b', { onWait })]);
  a.release();
  await clock.advance(10_000);
  const rest = ['c', 'd', 'e'].map((name) => ask(name, { onWait }));
  expect(waits).toEqual([50_000, 50_000, 110_000]);
  for (const call of rest) call.then((slot) => slot.release());
  await clock.advance(300_000);
  expect(waits).toHaveLength(3);
});

test('a call in a later window is notified of its own wait', async () => {
  const { ask, clock } = setUp({ limit: 1 });
  (await ask('a')).release();
  const next = ask('b');
  await clock.advance(60_000);
  (await next).release();
  await clock.advance(1000);
  const onWait = vi.fn();
  void ask('c', { onWait });
  expect(onWait).toHaveBeenCalledExactlyOnceWith('rate-limit', 59_000);
});

test('after a 429 no call starts until Retry-After is over, and then calls start one after another [LIM-2] [ERR-6]', async () => {
  const { ask, granted, clock, state, pause } = setUp({ limit: 10 });
  (await ask('a')).release();
  pause(5000);
  expect(state().pausedUntil).toBe(start + 5000);
  const rest = ['b', 'c', 'd'].map((name) => ask(name));
  for (const call of rest) call.then((slot) => slot.release());
  await clock.advance(30_000);
  expect(granted).toEqual(['a at 0 s', 'b at 5 s', 'c at 11 s', 'd at 17 s']);
  expect(state().pausedUntil).toBeNull();
});

test('calls are paced until one window after the pause, and then start at once again', async () => {
  const { ask, granted, clock, queue, pause } = setUp({ limit: 10 });
  pause(5000);
  await clock.advance(64_999);
  await ask('a');
  void ask('b');
  await clock.advance(6000);
  expect(queue.idle).toBe(false);
  await Promise.all([ask('c'), ask('d')]);
  expect(granted).toEqual(['a at 64.999 s', 'b at 70.999 s', 'c at 70.999 s', 'd at 70.999 s']);
});

test('pacing ends exactly one window after the pause', async () => {
  const { ask, granted, clock, pause } = setUp({ limit: 10 });
  pause(5000);
  await clock.advance(65_000);
  await Promise.all([ask('a'), ask('b')]);
  expect(granted).toEqual(['a at 65 s', 'b at 65 s']);
});

test('a shorter Retry-After does not shorten the pause [LIM-2]', async () => {
  const { ask, granted, clock, state, pause } = setUp();
  pause(10_000);
  pause(2000);
  expect(state().pausedUntil).toBe(start + 10_000);
  const call = ask('a');
  await clock.advance(10_000);
  await call;
  expect(granted).toEqual(['a at 10 s']);
});

test('with Retry-After 0 calls still start one after another [LIM-2]', async () => {
  const { ask, granted, clock, state, pause } = setUp({ limit: 60 });
  pause(0);
  expect(state().pausedUntil).toBeNull();
  await ask('a');
  void ask('b');
  await clock.advance(1000);
  expect(granted).toEqual(['a at 0 s', 'b at 1 s']);
});

test("a pause longer than a call's maximum wait rejects the call at once, queued or new [LIM-2]", async () => {
  const { ask, granted, clock, state, pause } = setUp({ limit: 1 });
  (await ask('a')).release();
  const patient = ask('patient', { maxWaitMs: 900_000 });
  const queued = ask('queued', { maxWaitMs: 899_999 });
  pause(900_000);
  const error = await queued.catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: 'RateLimitError',
    message: 'The credential is paused after a 429',
    retryAt: start + 900_000,
  });
  await clock.advance(500);
  await expect(ask('new')).rejects.toMatchObject({ name: 'RateLimitError', retryAt: start + 900_000 });
  expect(state().queued).toBe(1);
  await clock.advance(899_500);
  await patient;
  expect(granted).toEqual(['a at 0 s', 'queued rejected', 'new rejected', 'patient at 900 s']);
});

test('a pause that ends after the deadline rejects the call at once [LIM-2]', async () => {
  const { ask, clock, pause } = setUp();
  pause(10_000);
  await expect(ask('a', { deadlineAt: start + 9999 })).rejects.toMatchObject({ name: 'RateLimitError' });
  const inTime = ask('b', { deadlineAt: start + 10_000 });
  await clock.advance(10_000);
  await expect(inTime).resolves.toBeDefined();
});

test('a pause that is over rejects no call', async () => {
  const { ask, clock, pause } = setUp({ limit: 10 });
  pause(900_000);
  await clock.advance(900_000);
  await expect(ask('a', { maxWaitMs: 0 })).resolves.toBeDefined();
  const paced = ask('b', { maxWaitMs: 0 });
  await clock.advance(6000);
  await expect(paced).resolves.toBeDefined();
});

test('a clock whose sleep() rejects fails the waiting calls, and later calls work', async () => {
  const { ask, granted, clock, sleep } = setUp({ limit: 1 });
  (await ask('a')).release();
  sleep.mockRejectedValueOnce(new Error('broken clock'));
  await expect(ask('b')).rejects.toThrow('broken clock');
  const next = ask('c');
  await clock.advance(60_000);
  await next;
  expect(granted).toEqual(['a at 0 s', 'b rejected', 'c at 60 s']);
});

test('without a limit calls start at once, and a 429 still pauses them [LIM-2]', async () => {
  const { ask, granted, clock, pause } = setUp({ limit: Number.POSITIVE_INFINITY });
  for (const slot of await Promise.all([ask('a'), ask('b'), ask('c')])) slot.release();
  pause(1000);
  const rest = Promise.all([ask('d'), ask('e')]);
  await clock.advance(1000);
  await rest;
  expect(granted.slice(3)).toEqual(['d at 1 s', 'e at 1 s']);
});

test('a queue is idle once no slot, pause or pacing is left', async () => {
  const { ask, clock, queue, pause } = setUp();
  expect(queue.idle).toBe(true);
  (await ask('a')).release();
  expect(queue.idle).toBe(false);
  await clock.advance(60_000);
  expect(queue.idle).toBe(true);
  pause(1000);
  await clock.advance(60_999);
  expect(queue.idle).toBe(false);
  await clock.advance(1);
  expect(queue.idle).toBe(true);
});

test('calls start by priority, and in order within a priority [LIM-1]', async () => {
  const { ask, granted, clock } = setUp({ limit: 1 });
  (await ask('a')).release();
  const calls = [
    ask('export 1'),
    ask('export 2'),
    ask('click 1', { priority: 1 }),
    ask('alarm', { priority: 2 }),
    ask('click 2', { priority: 1 }),
    ask('later', { priority: -1 }),
    ask('export 3'),
  ];
  for (const call of calls) call.then((slot) => slot.release());
  await clock.advance(7 * 60_000);
  const order = granted.map((line) => line.split(' at ')[0]);
  expect(order).toEqual(['a', 'alarm', 'click 1', 'click 2', 'export 1', 'export 2', 'export 3', 'later']);
});

test('a resend goes before other calls of its priority', async () => {
  const { ask, granted, clock } = setUp({ limit: 1 });
  (await ask('a')).release();
  const calls = [ask('new'), ask('urgent', { priority: 1 }), ask('again', { isAgain: true })];
  for (const call of calls) call.then((slot) => slot.release());
  await clock.advance(3 * 60_000);
  expect(granted.map((line) => line.split(' at ')[0])).toEqual(['a', 'urgent', 'again', 'new']);
});

test('clients with different limits share one window: each keeps its own limit, and together they keep the highest [LIM-1]', async () => {
  const { ask, granted, clock, queue, settings } = setUp({ limit: 10 });
  const small = queue.policy({ ...settings, limit: 4 }, false);
  const calls = Array.from({ length: 20 }, (_, n) => (n % 2 ? ask('small', {}, small) : ask('large')));
  for (const call of calls) call.then((slot) => slot.release());
  await clock.advance(0);
  expect(granted.filter((line) => line === 'small at 0 s')).toHaveLength(4);
  expect(granted.filter((line) => line === 'large at 0 s')).toHaveLength(6);
  await clock.advance(60_000);
  // The smaller is not starved by those of the larger that wait.
  expect(granted.filter((line) => line === 'small at 60 s')).toHaveLength(4);
  expect(granted.filter((line) => line === 'large at 60 s')).toHaveLength(4);
});

test('a limit with a shorter window counts in that window, and its requests count towards the longer ones [LIM-1]', async () => {
  const { ask, granted, clock, queue, settings } = setUp({ limit: 10 });
  const quick = queue.policy({ ...settings, limit: 2, windowMs: 1000 }, false);
  const calls = Array.from({ length: 12 }, () => ask('quick', {}, quick));
  for (const call of calls) call.then((slot) => slot.release());
  await clock.advance(59_999);
  expect(granted).toHaveLength(10);
  expect(granted.at(-1)).toBe('quick at 4 s');
  await clock.advance(1);
  expect(granted.slice(10)).toEqual(['quick at 60 s', 'quick at 60 s']);
});

test('a client without a limit does not wait, and its requests count towards the limits of other clients [LIM-1]', async () => {
  const { ask, granted, queue, settings } = setUp({ limit: 3 });
  const free = queue.policy({ ...settings, limit: Number.POSITIVE_INFINITY }, false);
  const calls = [...Array.from({ length: 5 }, () => ask('free', {}, free)), ask('kept')];
  await Promise.all(calls.slice(0, 5));
  expect(granted).toHaveLength(5);
  void calls[5]?.catch(() => {});
});

test('a 429 pauses every client of the credential [LIM-2]', async () => {
  const { queue, policy, settings, pause } = setUp();
  const other = queue.policy({ ...settings, limit: 60 }, false);
  pause(5000);
  for (const by of [policy, other]) expect(queue.state(by).pausedUntil).toBe(start + 5000);
});

test('a write goes before reads that have not begun, and after calls that have', async () => {
  const { ask, granted, clock } = setUp({ limit: 1 });
  (await ask('first')).release();
  const calls = [ask('read 1'), ask('read 2'), ask('write', { isWrite: true }), ask('begun', { isAgain: true })];
  for (const call of [...calls, ask('urgent read', { priority: 1 })]) call.then((slot) => slot.release());
  await clock.advance(5 * 60_000);
  const order = granted.map((line) => line.split(' at ')[0]);
  expect(order).toEqual(['first', 'urgent read', 'begun', 'write', 'read 1', 'read 2']);
});

test('after ten writes in a row a waiting read goes', async () => {
  const { ask, granted, clock } = setUp({ limit: 1 });
  (await ask('first')).release();
  const calls = [ask('read'), ask('read'), ...Array.from({ length: 25 }, () => ask('write', { isWrite: true }))];
  for (const call of calls) call.then((slot) => slot.release());
  await clock.advance(27 * 60_000);
  const order = granted.slice(1).map((line) => line.split(' at ')[0]);
  expect(order.flatMap((name, index) => (name === 'read' ? [index] : []))).toEqual([10, 21]);
});

test('the requests of a composite call go together once one has gone', async () => {
  const { ask, granted, clock, queue } = setUp({ limit: 1 });
  (await ask('first')).release();
  const tickets = [1, 2].map(() => queue.compositeTicket({ priority: 0, declared: 0 }));
  const parts = tickets.flatMap((ticket, n) => [ask(`part of ${n}`, { ticket }), ask(`part of ${n}`, { ticket })]);
  for (const call of parts) call.then((slot) => slot.release());
  await clock.advance(60_000);
  ask('write', { isWrite: true }).then((slot) => slot.release());
  await clock.advance(4 * 60_000);
  const order = granted.slice(1).map((line) => line.split(' at ')[0]);
  expect(order).toEqual(['part of 0', 'part of 0', 'write', 'part of 1', 'part of 1']);
});

test('a waiting call is notified once for each reason', async () => {
  const { ask, clock } = setUp({ limit: 2, isProtected: true });
  const told: string[] = [];
  const onWait = (reason: string, ms: number | undefined) => told.push(`${reason} ${ms ?? ''}`.trim());
  const trial = await ask('trial');
  const next = ask('next', { onWait });
  const last = ask('last', { onWait });
  expect(told).toEqual(['credential', 'credential']);
  trial.release();
  accept(trial);
  (await next).release();
  expect(told.slice(2)).toEqual(['rate-limit 60000']);
  await clock.advance(60_000);
  await last;
  expect(told).toHaveLength(3);
});

test('a call that waits for a token is notified', async () => {
  const token = Promise.withResolvers<string>();
  const { ask } = setUp({ credential: () => token.promise });
  const onWait = vi.fn();
  const call = ask('a', { onWait });
  expect(onWait).toHaveBeenCalledExactlyOnceWith('token', undefined);
  token.resolve('token');
  await call;
});

test('a 401 also rejects calls that wait for a slot [AUTH-7]', async () => {
  const { ask } = setUp({ limit: 1, isProtected: true });
  const first = await ask('a');
  const queued = ask('b');
  reject(first);
  await expect(queued).rejects.toMatchObject({ name: 'AuthenticationError' });
});

test('closing a client rejects its waiting calls, and not those of other clients', async () => {
  const { ask, queue, policy, settings, clock, state } = setUp({ limit: 1 });
  const other = queue.policy({ ...settings }, true);
  (await ask('a')).release();
  const [mine, its] = [ask('mine'), ask('its', {}, other)];
  queue.close(policy, 'closed');
  await expect(mine).rejects.toBe('closed');
  expect(state().queued).toBe(1);
  await clock.advance(60_000);
  await expect(its).resolves.toBeDefined();
});

test('neither inspect() nor JSON of a queue and its policy shows the credential', () => {
  const { queue, policy } = setUp({ credential: 'svc_S3CRET', isProtected: true });
  for (const value of [queue, policy]) {
    expect(inspect(value, { depth: null, showHidden: true })).not.toContain('S3CRET');
    expect(JSON.stringify(value)).not.toContain('S3CRET');
  }
});
