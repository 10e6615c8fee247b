import { inspect } from 'node:util';
import { virtualClock } from '@issue-tracking/mock';
import { describe, expect, test, vi } from 'vitest';
import {
  type AdmissionsOptions,
  accept,
  admissions,
  type EnterOptions,
  reject,
} from '../../test/support/admissions.ts';
import type { Permit } from './permit.ts';
import { Ticket } from './ticket.ts';
import { endWaiting } from './waiting.ts';

const start = Date.parse('2026-04-01T09:00:00.000Z');
const second = 1_000;
const minute = 60_000;

/** Calls whose ends are noted: the name and the seconds, or the reason. */
function setUp(options: AdmissionsOptions = {}) {
  const clock = virtualClock({ now: start });
  const sleep = vi.spyOn(clock, 'sleep');
  const { enter, ...rest } = admissions({ clock, ...options });
  const ends: string[] = [];
  function ask(name: string, how: EnterOptions = {}, by = rest.first): Promise<Permit> {
    const call = enter(how, by);
    call.then(
      () => ends.push(`${name} at ${(clock.now() - start) / second} s`),
      (reason) => ends.push(`${name}: ${reason?.name ?? reason}`),
    );
    return call;
  }
  /** Asks for several calls whose responses come at once. */
  function askAll(names: readonly string[], how: EnterOptions = {}, by = rest.first): void {
    for (const name of names) {
      ask(name, how, by).then(
        (permit) => permit.release(),
        () => {},
      );
    }
  }
  return { clock, sleep, enter, ask, askAll, ends, ...rest };
}

const windowOf = (limit: number) => setUp({ limit, isProtected: false });

/** Lets everything that promises alone can do be done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const names = (ends: readonly string[]) => ends.map((end) => end.split(' at ')[0]);

describe('a call that waits for a slot', () => {
  test('goes one window after a response; calls within the limit need no timer [LIM-1]', async () => {
    const { ask, askAll, ends, state, sleep, clock } = windowOf(2);
    const [first] = await Promise.all([ask('a'), ask('b')]);
    expect(state()).toEqual({ limit: 2, used: 2, queued: 0, nextAt: start + minute });
    expect(sleep).not.toHaveBeenCalled();
    await clock.advance(second);
    first.release();
    askAll(['c']);
    expect(state()).toEqual({ limit: 2, used: 2, queued: 1, nextAt: start + second + minute });
    await clock.advance(minute);
    expect(ends).toEqual(['a at 0 s', 'b at 0 s', 'c at 61 s']);
  });

  test('gets one that is given back at once, before a call that is made at that moment', async () => {
    const { ask, ends } = windowOf(1);
    const first = await ask('a');
    const waiting = ask('b');
    first.withdraw();
    const late = ask('c');
    (await waiting).withdraw();
    await late;
    expect(ends).toEqual(['a at 0 s', 'b at 0 s', 'c at 0 s']);
  });

  test('gets one that a composite call has kept and does not need, at once', async () => {
    const { askAll, ends } = windowOf(2);
    const composite = new Ticket(false, 2);
    askAll(['part'], { ticket: composite });
    askAll(['a']);
    composite.free();
    await settled();
    expect(ends).toEqual(['part at 0 s', 'a at 0 s']);
  });

  test('keeps its turn when others are aborted, the first one too', async () => {
    const { ask, askAll, ends, clock, state } = windowOf(1);
    askAll(['a']);
    const abort = new AbortController();
    askAll(['b'], { signal: abort.signal });
    askAll(['c']);
    askAll(['d'], { signal: abort.signal });
    askAll(['e']);
    expect(state().queued).toBe(4);
    abort.abort('gone');
    expect(state().queued).toBe(2);
    await clock.advance(3 * minute);
    expect(ends).toEqual(['a at 0 s', 'b: gone', 'd: gone', 'c at 60 s', 'e at 120 s']);
    await expect(ask('f', { signal: AbortSignal.abort('before') })).rejects.toBe('before');
  });

  test('shares one timer and one listener with all others, and both end with the last one', async () => {
    const { ask, askAll, clock, sleep, ends } = windowOf(1);
    askAll(['a']);
    await settled();
    const abort = new AbortController();
    const remove = vi.spyOn(abort.signal, 'removeEventListener');
    const calls = Array.from({ length: 100 }, () => ask('b', { signal: abort.signal }));
    expect(sleep).toHaveBeenCalledTimes(1);
    abort.abort('gone');
    expect(sleep.mock.calls[0]?.[1]?.aborted).toBe(true);
    expect(new Set((await Promise.allSettled(calls)).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(remove).toHaveBeenCalledTimes(1);
    askAll(['c'], { signal: new AbortController().signal });
    await clock.advance(minute);
    expect(ends.at(-1), 'later calls are served').toBe('c at 60 s');
  });

  test('has a listener on its signal only while it waits', async () => {
    const { askAll, clock } = windowOf(1);
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    askAll(['a'], { signal });
    expect(add, 'a call that goes at once').not.toHaveBeenCalled();
    askAll(['b'], { signal });
    await clock.advance(minute);
    expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
  });

  test('rejects when the sleep() of the clock fails, and later calls go', async () => {
    const { ask, askAll, clock, sleep, ends } = windowOf(1);
    askAll(['a']);
    sleep.mockRejectedValueOnce(new Error('broken clock'));
    await expect(ask('b')).rejects.toThrow('broken clock');
    askAll(['c']);
    await clock.advance(minute);
    expect(ends.at(-1)).toBe('c at 60 s');
  });
});

describe('calls go', () => {
  test('by priority, writes before reads, and in the order in which they were made [LIM-1]', async () => {
    const { askAll, clock, ends } = windowOf(1);
    const retried = new Ticket(false);
    askAll(['first']);
    askAll(['read 1', 'read 2']);
    askAll(['later'], { priority: -1 });
    askAll(['click 1', 'click 2'], { priority: 1 });
    askAll(['alarm'], { priority: 2 });
    askAll(['write 1'], { ticket: new Ticket(true) });
    askAll(['write 2'], { ticket: new Ticket(true) });
    askAll(['retried'], { ticket: retried });
    await clock.advance(10 * minute);
    const expected = 'first, alarm, click 1, click 2, write 1, write 2, retried, read 1, read 2, later';
    expect(names(ends).join(', ')).toBe(expected);
  });

  test('within the limit of their own client, and those of a lower limit are not starved [LIM-1]', async () => {
    const { askAll, client, clock, ends } = windowOf(10);
    const small = client({ limit: 4 });
    for (let pair = 0; pair < 10; pair++) {
      askAll(['large']);
      askAll(['small'], {}, small);
    }
    const count = (line: string) => ends.filter((end) => end === line).length;
    await clock.advance(0);
    expect([count('small at 0 s'), count('large at 0 s')]).toEqual([2, 8]);
    await clock.advance(minute);
    expect([count('small at 60 s'), count('large at 60 s')]).toEqual([4, 2]);
    await clock.advance(minute);
    expect(count('small at 120 s')).toBe(4);
  });

  test('after a composite call that does not fit yet, also those that would fit [LIM-1]', async () => {
    const { askAll, clock, ends } = windowOf(2);
    askAll(['a']);
    askAll(['composite'], { ticket: new Ticket(false, 2) });
    askAll(['b']);
    await clock.advance(minute);
    expect(ends).toEqual(['a at 0 s', 'composite at 60 s']);
    await clock.advance(minute);
    expect(ends.at(-1)).toBe('b at 120 s');
  });

  test('in the longest window of the clients [LIM-1]', async () => {
    const { askAll, client, clock, ends } = windowOf(10);
    askAll(['a', 'b', 'c'], {}, client({ limit: 2, windowMs: second }));
    await clock.advance(minute);
    expect(ends).toEqual(['a at 0 s', 'b at 0 s', 'c at 60 s']);
  });

  test('at once without a limit, and count towards the limits of other clients [LIM-1]', async () => {
    const { ask, client, state } = windowOf(3);
    const unlimited = client({ limit: Number.POSITIVE_INFINITY });
    await Promise.all(Array.from({ length: 5 }, () => ask('free', {}, unlimited)));
    expect(state()).toMatchObject({ used: 5, nextAt: start + minute });
  });
});

describe('a waiting call is notified', () => {
  test('of the shortest possible wait at its place', async () => {
    const { ask, clock } = windowOf(2);
    const [first] = await Promise.all([ask('a'), ask('b')]);
    first.release();
    await clock.advance(10 * second);
    const onWait = vi.fn();
    const later = ['c', 'd', 'e'].map((name) => ask(name, { onWait }));
    // `b` has no response yet, so its slot takes at least another window.
    expect(onWait.mock.calls.map(([, ms]) => ms)).toEqual([50 * second, 60 * second, 110 * second]);
    for (const call of later) call.then((permit) => permit.release());
    await clock.advance(5 * minute);
    expect(onWait).toHaveBeenCalledTimes(3);
  });

  test('once for each reason', async () => {
    const { ask, clock } = setUp({ limit: 2 });
    const onWait = vi.fn();
    const probe = await ask('probe');
    const calls = [ask('next', { onWait }), ask('last', { onWait })];
    expect(onWait.mock.calls).toEqual([
      ['credential', undefined],
      ['credential', undefined],
    ]);
    probe.release();
    accept(probe);
    await calls[0];
    expect(onWait.mock.calls.slice(2)).toEqual([['rate-limit', minute]]);
    await clock.advance(minute);
    await calls[1];
    expect(onWait).toHaveBeenCalledTimes(3);
  });
});

describe('after a 429', () => {
  test('no client sends until Retry-After is over, and then calls go one after another [LIM-2] [ERR-6]', async () => {
    const { askAll, client, clock, ends, pause, state } = windowOf(10);
    askAll(['a']);
    pause(5 * second);
    expect(state().nextAt).toBe(start + 5 * second);
    askAll(['b']);
    askAll(['c'], {}, client());
    askAll(['d']);
    await clock.advance(30 * second);
    expect(ends).toEqual(['a at 0 s', 'b at 5 s', 'c at 11 s', 'd at 17 s']);
    await clock.advance(35 * second);
    expect(state().nextAt).toBeNull();
    askAll(['e', 'f']);
    await settled();
    expect(ends.slice(4)).toEqual(['e at 65 s', 'f at 65 s']);
  });

  test('calls go together if no client has a limit [LIM-2]', async () => {
    const { askAll, clock, ends, pause } = windowOf(Number.POSITIVE_INFINITY);
    pause(second);
    askAll(['a', 'b']);
    await clock.advance(second);
    expect(ends).toEqual(['a at 1 s', 'b at 1 s']);
  });

  test('a call that may not wait so long fails at once, queued or new; one that may waits [LIM-2]', async () => {
    const { ask, askAll, clock, ends, pause } = windowOf(1);
    askAll(['a']);
    const queued = ask('queued', { maxRetryAfter: 899_999 });
    askAll(['patient'], { maxRetryAfter: 900_000 });
    pause(900_000);
    await expect(queued).rejects.toMatchObject({
      name: 'RateLimitError',
      message: 'the service has paused this credential with a 429',
      retryAt: start + 900_000,
    });
    await expect(ask('new')).rejects.toMatchObject({ retryAt: start + 900_000 });
    await clock.advance(900_000);
    expect(ends.at(-1)).toBe('patient at 900 s');
    askAll(['paced'], { maxRetryAfter: 0 });
    await clock.advance(minute);
    expect(ends.at(-1), 'a pause that is over fails no call').toBe('paced at 960 s');
  });
});

describe('a call whose turn comes after its deadline', () => {
  const late = (deadlineAt: number) => ({ deadlineAt: start + deadlineAt });

  test('fails at once, by its place in the queue [LIM-1]', async () => {
    const { ask, askAll, ends } = windowOf(2);
    askAll(['a', 'b', 'c', 'd']);
    await settled();
    for (const deadlineAt of [minute, 2 * minute]) {
      await expect(ask('e', late(deadlineAt))).rejects.toMatchObject({
        name: 'RateLimitError',
        message: 'the rate limit is used up',
        retryAt: start + 2 * minute,
      });
    }
    askAll(['in time'], late(2 * minute + 1));
    // It goes before the others.
    askAll(['urgent'], { ...late(minute + 1), priority: 1 });
    await settled();
    expect(ends).toHaveLength(4);
  });

  test('fails when a pause begins, if the pause ends after it [LIM-2]', async () => {
    const { ask, askAll, clock, ends, pause } = windowOf(1);
    askAll(['a']);
    const queued = ask('b', late(70 * second));
    askAll(['c'], late(3 * minute));
    pause(70 * second);
    await expect(queued).rejects.toMatchObject({ name: 'RateLimitError', retryAt: start + 70 * second });
    await clock.advance(70 * second);
    expect(ends.at(-1)).toBe('c at 70 s');
  });

  test('is none if only calls of lower limits are before it', async () => {
    const { ask, askAll, client, ends } = windowOf(10);
    askAll(['a', 'b', 'c', 'd', 'e'], {}, client({ limit: 1 }));
    for (let n = 0; n < 10; n++) askAll(['f'], {}, client({ limit: 1 }));
    await ask('large', late(second));
    expect(ends).toEqual(['a at 0 s', 'large at 0 s']);
  });

  test('is none if it is part of a composite call that has its slots, or that waits with one place', async () => {
    const { ask, askAll, clock, ends } = windowOf(4);
    const [begun, waiting] = [new Ticket(false, 2), new Ticket(false, 2)];
    askAll(['begun'], { ticket: begun });
    askAll(['other', 'other', 'other', 'other']);
    await ask('part', { ...late(1), ticket: begun });
    for (let part = 0; part < 2; part++) askAll(['part'], { ...late(minute + 1), ticket: waiting });
    await clock.advance(minute);
    expect(ends.filter((end) => end.startsWith('part'))).toEqual(['part at 0 s', 'part at 60 s', 'part at 60 s']);
  });
});

describe('calls that wait for the credential', () => {
  test('go once the body of the probe shows a success [AUTH-7]', async () => {
    const { ask, ends } = setUp();
    const probe = await ask('probe');
    void ask('b');
    void ask('c');
    probe.statusReceived(200, true);
    await settled();
    expect(ends).toHaveLength(1);
    probe.ended(true);
    await settled();
    expect(names(ends)).toEqual(['probe', 'b', 'c']);
  });

  test('go as probes: one after another without a result, one more each second without a status [AUTH-7]', async () => {
    const { ask, ends, clock } = setUp();
    const probe = await ask('a');
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) void ask(name).catch(() => {});
    probe.statusReceived(500, true);
    probe.ended(false);
    await clock.advance(20 * second);
    expect(ends).toEqual(['a at 0 s', 'b at 0 s', 'c at 1 s', 'd at 2 s', 'e at 3 s']);
  });

  test('go a second after the last status [AUTH-7]', async () => {
    const { ask, askAll, ends, clock } = setUp();
    const probe = await ask('a');
    askAll(['b']);
    await clock.advance(second / 2);
    probe.statusReceived(500, true);
    await clock.advance(2 * second);
    expect(ends).toEqual(['a at 0 s', 'b at 1.5 s']);
  });

  test('go when a place is free: at the end of a body or of a cancelled request, four at once [AUTH-7]', async () => {
    const { ask, ends } = setUp();
    accept(await ask('a'));
    const [cancelled, read] = await Promise.all(['b', 'c', 'd', 'e'].map((name) => ask(name)));
    for (const name of ['f', 'g', 'h']) void ask(name);
    read?.statusReceived(200, true);
    await settled();
    expect(ends).toHaveLength(5);
    for (const _ of ['first', 'and only the first, end counts']) read?.ended(true);
    await settled();
    expect(names(ends).slice(5)).toEqual(['f']);
    cancelled?.cancelled();
    expect(cancelled?.wantsStatus).toBe(false);
    await settled();
    expect(ends).toHaveLength(6);
  });

  test('may overtake one that was cancelled, whose place is free after the status of a later one [AUTH-7]', async () => {
    const { ask, ends, clock } = setUp();
    accept(await ask('a'));
    const [cancelled, before] = await Promise.all(['b', 'c'].map((name) => ask(name)));
    await clock.advance(1);
    cancelled?.cancelled();
    before?.statusReceived(200, true);
    before?.ended(false);
    const later = ask('d');
    for (const name of ['e', 'f', 'g']) void ask(name);
    await settled();
    expect(names(ends).slice(3)).toEqual(['d', 'e', 'f']);
    (await later).statusReceived(200, true);
    (await later).ended(false);
    await settled();
    expect(names(ends).slice(6)).toEqual(['g']);
  });

  test('fail when it is rejected, and so do new ones and those that wait for a slot [AUTH-3] [AUTH-7]', async () => {
    const { ask, source } = setUp({ limit: 2 });
    const probe = await ask('probe');
    const waiting = [ask('a'), ask('b'), ask('c')];
    expect(reject(probe)).toBe(false);
    for (const call of [...waiting, ask('new')]) {
      await expect(call).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 5 * second });
    }
    expect(source.last?.idle).toBe(false);
  });

  test('go in order after a 401 that may be a mistake, the rejected one first [AUTH-7]', async () => {
    const { ask, ends, clock } = setUp();
    accept(await ask('proof'));
    const ticket = new Ticket(false);
    const [rejected] = await Promise.all([ask('rejected', { ticket }), ask('b')]);
    expect(reject(rejected)).toBe(true);
    void ask('c');
    void ask('again', { ticket });
    await clock.advance(second - 1);
    expect(names(ends)).toEqual(['proof', 'rejected', 'b']);
    await clock.advance(1);
    expect(ends.slice(3)).toEqual(['again at 1 s']);
  });

  test('never wait without protection, and a 401 has no effect on them', async () => {
    const { enter } = setUp({ isProtected: false });
    for (let round = 0; round < 2; round++) {
      for (const permit of await Promise.all(Array.from({ length: 10 }, () => enter()))) reject(permit);
    }
  });
});

describe('a service that does not respond', () => {
  const timeoutMs = 500;

  test('has calls that wait for a place time out, each after its own timeout', async () => {
    const { ask, ends, clock } = setUp();
    await ask('probe');
    for (const name of ['a', 'b']) void ask(name, { timeoutMs }).catch(() => {});
    void ask('patient', { timeoutMs: timeoutMs + 100 }).catch(() => {});
    await clock.advance(timeoutMs - 1);
    expect(ends).toHaveLength(1);
    await clock.advance(1);
    expect(ends.slice(1)).toEqual(['a: TimeoutError', 'b: TimeoutError']);
    await clock.advance(100);
    expect(ends.at(-1)).toBe('patient: TimeoutError');
  });

  test.each([
    ['status', (permit: Permit) => permit.statusReceived(500, true)],
    ['unreadable response', (permit: Permit) => permit.unreadable()],
  ])('gives them that time again with each %s', async (_, hear) => {
    const { ask, ends, clock } = setUp();
    accept(await ask('proof'));
    const [slow] = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ask(name)));
    // An unreadable response is the end of its request, so that the first of them goes.
    for (const name of ['first', 'waits']) void ask(name, { timeoutMs }).catch(() => {});
    await clock.advance(timeoutMs - 1);
    if (slow) hear(slow);
    void ask('waits too', { timeoutMs }).catch(() => {});
    await settled();
    const before = ends.length;
    await clock.advance(timeoutMs - 1);
    expect(ends).toHaveLength(before);
    await clock.advance(1);
    expect(ends.at(-1)).toContain('TimeoutError');
  });

  test('has no call time out that waits for a slot', async () => {
    const { ask, askAll, ends, clock } = setUp({ limit: 1 });
    const probe = await ask('probe');
    accept(probe);
    probe.release();
    askAll(['a'], { timeoutMs });
    await clock.advance(minute);
    expect(ends.at(-1)).toBe('a at 60 s');
  });
});

test('a permit wants the status of a cancelled request unless the credential is proven, and a success in its last half minute [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  const probe = await enter();
  expect([probe.wantsStatus, probe.needsSuccess]).toEqual([true, true]);
  accept(probe);
  const next = await enter();
  expect([next.wantsStatus, next.needsSuccess]).toEqual([false, false]);
  await clock.advance(minute / 2 + 1);
  expect([next.wantsStatus, next.needsSuccess]).toEqual([false, true]);
  await clock.advance(minute / 2);
  expect(next.wantsStatus).toBe(true);
  next.statusReceived(500, true);
  expect(next.wantsStatus).toBe(false);
});

test('only the first end of a slot counts: after a release the request may arrive for a while [LIM-1]', async () => {
  const { ask, clock, state } = windowOf(1);
  const permit = await ask('a');
  permit.release(30 * second);
  permit.release();
  permit.withdraw();
  await clock.advance(90 * second - 1);
  expect(state().used).toBe(1);
  await clock.advance(1);
  expect(state().used).toBe(0);
});

test('a gate is idle once no slot, no request, no failure and no pause counts [LIM-1] [AUTH-7]', async () => {
  const { ask, clock, pause, source } = setUp();
  const isIdle = () => source.last?.idle;
  const idleAfter = async (ms: number) => {
    await clock.advance(ms - 1);
    expect(isIdle()).toBe(false);
    await clock.advance(1);
    expect(isIdle()).toBe(true);
  };
  expect(isIdle()).toBe(true);
  const first = await ask('a');
  first.release();
  await clock.advance(minute);
  expect(isIdle(), 'in flight').toBe(false);
  accept(first);
  expect(isIdle()).toBe(true);
  (await ask('b')).withdraw();
  expect(isIdle(), 'not sent').toBe(true);
  pause(second);
  await idleAfter(second + minute);
  const rejected = await ask('c');
  rejected.release();
  reject(rejected, false);
  await idleAfter(15 * minute);
});

test('closing a client rejects those of its waiting calls that it names, and none of other clients', async () => {
  const { askAll, client, clock, ends, first } = windowOf(1);
  const other = client();
  askAll(['a']);
  askAll(['mine', 'urgent'], {});
  askAll(['its'], { priority: 1 }, other);
  await settled();
  endWaiting(first, 'closed', ({ settings }) => settings.priority === 0);
  await clock.advance(minute);
  expect(ends).toEqual(['a at 0 s', 'mine: closed', 'urgent: closed', 'its at 60 s']);
});

test('neither inspect() nor JSON of a gate and a client shows the credential', async () => {
  const { enter, source, first } = setUp({ credential: 'svc_S3CRET' });
  await enter();
  for (const value of [source, first]) {
    expect(inspect(value, { depth: null, showHidden: true })).not.toContain('S3CRET');
    expect(JSON.stringify({ ...value, waiting: [] })).not.toContain('S3CRET');
  }
});
