import { virtualClock } from '@issue-tracking/mock';
import { describe, expect, test, vi } from 'vitest';
import {
  type AdmissionsOptions,
  accept,
  admissions,
  type EnterOptions,
  reject,
} from '../../test/support/admissions.ts';

const never = Number.POSITIVE_INFINITY;

import type { Acquired } from './store.ts';

declare const LockoutGuard: any;

import type { Permit } from './permit.ts';

const start = Date.parse('2026-04-01T09:00:00.000Z');
const second = 1_000;
const minute = 60_000;

function setUp(options: Partial<AdmissionsOptions> = {}) {
  const clock = virtualClock({ now: start });
  const { enter: pass, ...rest } = admissions({ clock, ...options });
  const entered: string[] = [];
  function enter(name = 'call', how: EnterOptions = {}) {
    const admission = pass(how);
    admission.then(
      () => entered.push(name),
      (reason) => entered.push(`${name}: ${reason?.name ?? reason}`),
    );
    return admission;
  }
  return { clock, enter, entered, ...rest };
}

/** Lets everything that promises alone can do be done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Those of the calls that were let through by now. */
async function granted(calls: readonly Promise<Permit>[]): Promise<Permit[]> {
  const all: Permit[] = [];
  for (const call of calls)
    call.then(
      (admission) => all.push(admission),
      () => {},
    );
  await settled();
  return all;
}

/** Fails a request without opening the circuit: its response could not be read. */
async function fail({ enter }: { readonly enter: () => Promise<Permit> }): Promise<void> {
  const permit = await enter();
  permit.unreadable();
  permit.ended(false);
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('a half-open circuit', () => {
  test('sends one call as a probe, and the others wait for its success [AUTH-7]', async () => {
    const { enter, entered } = setUp();
    const probe = await enter('a');
    const others = Promise.all([enter('b'), enter('c')]);
    await settled();
    expect(entered).toEqual(['a']);
    accept(probe);
    await others;
    await enter('d');
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });

  test('sends the next queued call as a probe after one without a result, and later calls wait behind it [AUTH-7]', async () => {
    const { enter, entered } = setUp();
    const probe = await enter('a');
    const next = enter('b');
    probe.statusReceived(500, true);
    probe.ended(false);
    void enter('c');
    (await next).ended(false);
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  test("keeps calls waiting for the probe's body, because only the body shows a success [AUTH-7]", async () => {
    const { enter, entered } = setUp();
    const probe = await enter('a');
    void enter('b');
    probe.statusReceived(200, true);
    await settled();
    expect(entered).toEqual(['a']);
    probe.ended(true);
    await settled();
    expect(entered).toEqual(['a', 'b']);
  });

  test('sends one more probe after each second without a status, 4 at most [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    const calls = times(10, () => enter());
    for (const sent of [1, 2, 3, 4, 4, 4]) {
      expect(await granted(calls)).toHaveLength(sent);
      await clock.advance(second - 1);
      expect(await granted(calls)).toHaveLength(sent);
      await clock.advance(1);
    }
    for (const probe of await granted(calls)) expect(reject(probe)).toBe(false);
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(6);
  });

  test('never has more probes in flight than failures left [AUTH-7]', async () => {
    for (const left of [3, 2, 1]) {
      const { enter, clock } = setUp();
      for (let failures = 4 - left; failures > 0; failures--) await fail({ enter });
      const calls = times(10, () => enter());
      await clock.advance(20 * second);
      expect(await granted(calls)).toHaveLength(left);
    }
  });

  test('closes for exactly one minute after a success, and each further success extends that [AUTH-7]', async () => {
    for (const [after, most] of [[minute - 1, 4] as const, [minute, 1] as const]) {
      const { enter, clock } = setUp();
      accept(await enter());
      await clock.advance(minute - 1);
      accept(await enter());
      await clock.advance(after);
      expect(await granted(times(6, () => enter()))).toHaveLength(most);
    }
  });

  test('closes after a late success of another request, as after one of the probe [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const late = await enter();
    await clock.advance(minute);
    const probe = await enter();
    const waiting = enter();
    accept(late);
    await waiting;
    probe.ended(false);
  });
});

describe('a closed circuit', () => {
  test('allows 4 requests in flight, of a function too [AUTH-7]', async () => {
    for (const credential of ['token', () => 'token']) {
      const { enter } = setUp({ credential });
      accept(await enter());
      expect(await granted(times(10, () => enter()))).toHaveLength(4);
    }
  });

  test('frees a place at the status line [AUTH-7]', async () => {
    const { enter, entered } = setUp();
    accept(await enter());
    const calls = times(5, (n) => enter(`${n}`));
    (await calls[0])?.statusReceived(200, true);
    await calls[4];
    expect(entered).toContain('4');
  });

  test('allows at most 4 failures and requests in flight together [AUTH-7]', async () => {
    for (const failures of [0, 1, 2, 3]) {
      const { enter } = setUp();
      for (let n = 0; n < failures; n++) await fail({ enter });
      accept(await enter());
      expect(await granted(times(6, () => enter()))).toHaveLength(4 - failures);
    }
  });

  test('counts no unreadable response as a failure: the credential is known to be good [AUTH-7]', async () => {
    const { enter } = setUp();
    accept(await enter());
    await fail({ enter });
    expect(await granted(times(6, () => enter()))).toHaveLength(4);
  });

  test('stays closed after a response without a result', async () => {
    const { enter, entered } = setUp();
    accept(await enter());
    const other = await enter();
    other.statusReceived(500, true);
    other.ended(false);
    await Promise.all([enter(), enter()]);
    expect(entered).toHaveLength(4);
  });
});

describe('an open circuit', () => {
  test('opens at the first 401 of a credential that never worked, and blocks new and waiting calls for 5 s [AUTH-3] [AUTH-7]', async () => {
    const { enter, clock, queue } = setUp();
    const probe = await enter();
    const waiting = [enter(), enter()];
    await settled();
    expect(reject(probe)).toBe(false);
    for (const call of waiting) {
      await expect(call).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 5 * second });
    }
    await clock.advance(4 * second);
    await expect(enter()).rejects.toMatchObject({
      message:
        'Credential rejected; calls are blocked for another 1 s, until 2026-04-01T09:00:05.000Z: this call was not sent',
    });
    expect(queue.idle).toBe(false);
    await clock.advance(1 * second);
    await enter('probe');
    expect(await granted([enter(), enter()])).toHaveLength(0);
  });

  test('sends probes after 5 s and after a minute, and then waits until fewer than 3 failures count [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    const sentAt: number[] = [];
    while (clock.now() < start + 40 * minute) {
      const probe = await enter().catch(() => undefined);
      if (probe) {
        sentAt.push((clock.now() - start) / second);
        reject(probe);
      }
      await clock.advance(second);
    }
    expect(sentAt).toEqual([0, 5, 65, 900, 905, 965, 1800, 1805, 1865]);
  });

  test('closes after a successful probe [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    reject(await enter());
    await clock.advance(5 * second);
    accept(await enter());
    // One failure is still in the window.
    expect(await granted(times(6, () => enter()))).toHaveLength(3);
  });

  test('counts the failures of requests already in flight, but neither closes nor opens again for them [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const [a, b, c, d] = await Promise.all([enter(), enter(), enter(), enter()]);
    expect(reject(a)).toBe(true);
    expect(reject(b)).toBe(false);
    accept(c);
    await expect(enter()).rejects.toMatchObject({ retryAt: start + minute });
    await clock.advance(30 * second);
    expect(reject(d)).toBe(false);
    await expect(enter()).rejects.toMatchObject({ retryAt: start + 15 * minute });
    await clock.advance(15 * minute);
    expect(await granted(times(4, () => enter())), 'still half-open').toHaveLength(1);
  });

  test('a late success closes no circuit [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    const calls = times(3, () => enter());
    const [first] = await granted(calls);
    await clock.advance(second);
    const [, late] = await granted(calls);
    reject(first as Permit);
    accept(late as Permit);
    await clock.advance(5 * second);
    expect(await granted(times(3, () => enter()))).toHaveLength(1);
  });

  test('a late 401 counts as a failure, and opens no circuit that is half-open again [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    const calls = times(3, () => enter());
    const [first] = await granted(calls);
    await clock.advance(second);
    const [, late] = await granted(calls);
    reject(first as Permit);
    await clock.advance(5 * second);
    reject(late as Permit);
    expect(await granted([enter()])).toHaveLength(1);
  });

  test('opens at the first 401 if another process was rejected before [AUTH-7]', async () => {
    const acquire = async (): Promise<Acquired> => ({ ok: true, slot: 'slot', rejectedMsAgo: 0 });
    const store = { acquire, release: async () => {}, pause: async () => {} };
    const { enter, clock } = setUp({ rateLimit: { store } });
    accept(await enter());
    await clock.advance(second);
    expect(reject(await enter())).toBe(false);
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError' });
  });

  test('counts only the first result of a request [AUTH-7]', async () => {
    const { enter } = setUp();
    accept(await enter());
    const twice = await enter();
    await Promise.all(times(3, () => enter()));
    twice.ended(false);
    twice.ended(false);
    expect(await granted(times(3, () => enter()))).toHaveLength(1);
  });
});

describe('after one 401 for a credential that had worked,', () => {
  test('a success of another request in flight resends the rejected call at once [AUTH-7]', async () => {
    const { enter, entered } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter()]);
    expect(reject(a)).toBe(true);
    const waiting = [enter('a again', { isAgain: true }), enter('c')];
    expect(await granted(waiting)).toHaveLength(0);
    accept(b);
    expect(await granted(waiting)).toHaveLength(2);
    expect(entered.slice(3)).toEqual(['a again', 'c']);
  });

  test('a 401 of another request in flight opens the circuit [AUTH-7]', async () => {
    const { enter } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter()]);
    reject(a);
    const waiting = enter();
    expect(reject(b)).toBe(false);
    await expect(waiting).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + minute });
  });

  test('one probe goes a second later, the rejected call first, if no other request in flight has a result [AUTH-7]', async () => {
    const { enter, entered, clock } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter()]);
    reject(a);
    void enter('b');
    void enter('a again', { isAgain: true });
    b.ended(false);
    await clock.advance(second - 1);
    expect(entered).toHaveLength(3);
    await clock.advance(1);
    expect(entered.slice(3)).toEqual(['a again']);
  });

  test('a 401 that comes late delays the probe by a second [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const late = await enter();
    await clock.advance(5 * second);
    reject(late);
    const waiting = [enter()];
    await clock.advance(second - 1);
    expect(await granted(waiting)).toHaveLength(0);
    await clock.advance(1);
    expect(await granted(waiting)).toHaveLength(1);
  });

  test('requests in flight delay the probe until one second passes without a status [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter(), enter()]);
    reject(a);
    const waiting = [enter(), enter()];
    await clock.advance(900);
    b.statusReceived(500, true);
    b.ended(false);
    await clock.advance(999);
    expect(await granted(waiting)).toHaveLength(0);
    await clock.advance(1);
    expect(await granted(waiting)).toHaveLength(1);
  });

  test('a request whose body is still being read delays the probe, and its success counts [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter()]);
    b.statusReceived(200, true);
    reject(a);
    const waiting = times(4, () => enter());
    await clock.advance(500);
    expect(await granted(waiting)).toHaveLength(0);
    b.ended(true);
    expect(await granted(waiting)).toHaveLength(3);
  });

  test('the circuit opens at once if the rejected call may not be resent [AUTH-7]', async () => {
    const { enter } = setUp();
    accept(await enter());
    expect(reject(await enter(), false)).toBe(false);
    await expect(enter()).rejects.toMatchObject({ retryAt: start + 5 * second });
  });

  test('opening the circuit resets that the credential had worked, so each later probe is one request [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter()]);
    reject(a);
    reject(b);
    await clock.advance(minute);
    expect(reject(await enter())).toBe(false);
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError' });
  });

  test('the fourth such 401 within 15 minutes opens the circuit until the first is forgotten [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    for (let mistake = 0; mistake < 4; mistake++) {
      const rejected = await enter();
      expect(reject(rejected)).toBe(mistake < 3);
      await clock.advance(second);
      if (mistake < 3) accept(await enter());
    }
    await expect(enter()).rejects.toMatchObject({ retryAt: start + 15 * minute });
    await clock.advance(15 * minute - 4 * second);
    accept(await enter());
  });

  test('a key that stays rejected gets at most 4 × 401 in any 15 minutes, however long calls continue [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const rejectedAt: number[] = [];
    for (let time = 0; time < 7200; time++) {
      const [probe] = await granted([enter()]);
      if (probe) {
        reject(probe);
        rejectedAt.push(clock.now());
      }
      await clock.advance(second);
    }
    expect(rejectedAt.length).toBeGreaterThan(12);
    expect(mostIn15Minutes(rejectedAt)).toBeLessThanOrEqual(4);
  }, 60_000);
});

function mostIn15Minutes(all: readonly number[]): number {
  return Math.max(0, ...all.map((from) => all.filter((at) => at >= from && at < from + 15 * minute).length));
}

describe('an abandoned request', () => {
  test('keeps its place for one more timeout unless the credential is proven [AUTH-7]', async () => {
    const { enter } = setUp();
    const probe = await enter();
    expect(probe.graceMs(10 * second)).toBe(10 * second);
    accept(probe);
    const other = await enter();
    expect(other.graceMs(10 * second)).toBe(0);
    reject(await enter());
    expect(other.graceMs(10 * second), 'while a rejection is checked').toBe(10 * second);
  });

  test('no longer delays the next probe, while places are left [AUTH-7]', async () => {
    const { enter } = setUp();
    const calls = times(8, () => enter());
    for (const sent of [1, 2, 3, 4, 4]) {
      const probes = await granted(calls);
      expect(probes).toHaveLength(sent);
      probes.at(-1)?.abandoned(false);
    }
  });

  test('still counts with its status [AUTH-7]', async () => {
    const { enter } = setUp();
    const probe = await enter();
    probe.abandoned(true);
    probe.statusReceived(401, true);
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError' });
  });

  test('also times out calls that waited for their whole timeout without any response, unsent [AUTH-7]', async () => {
    const { enter, entered, clock } = setUp();
    const probe = await enter('a', { timeoutMs: 500 });
    for (const name of ['b', 'c']) void enter(name, { timeoutMs: 500 }).catch(() => {});
    for (const name of ['next probe', 'patient']) void enter(name, { timeoutMs: 800 }).catch(() => {});
    await clock.advance(500);
    probe.abandoned(true);
    await settled();
    expect(entered.slice(1)).toEqual(['b: TimeoutError', 'c: TimeoutError', 'next probe']);
    await clock.advance(300);
    expect(entered.slice(4)).toEqual(['patient: TimeoutError']);
  });

  test('times out no call that waits after a status has come', async () => {
    const { enter, entered, clock } = setUp();
    const probe = await enter('probe', { timeoutMs: 500 });
    await clock.advance(500);
    probe.abandoned(true);
    const second = await enter('second', { timeoutMs: 500 });
    void enter('waits', { timeoutMs: 500 });
    second.statusReceived(500, true);
    await clock.advance(500);
    expect(entered).not.toContain('waits: TimeoutError');
  });

  test('times out no other call if another request got a response', async () => {
    const { enter, entered, clock } = setUp();
    accept(await enter());
    const [slow, quick] = await Promise.all(times(4, () => enter()));
    void enter('waits', { timeoutMs: 500 });
    await clock.advance(500);
    quick?.statusReceived(500, true);
    slow?.abandoned(true);
    slow?.ended(false);
    await settled();
    expect(entered.at(-1)).toBe('waits');
  });
});

test('each credential of a function has failures and a circuit of its own [AUTH-7]', async () => {
  let given = 0;
  const { enter } = setUp({ credential: () => `token-${++given}` });
  accept(await enter());
  for (const permit of await granted(times(4, () => enter()))) expect(reject(permit)).toBe(true);
  const probe = await enter();
  expect(probe.token).toBe('token-2');
  const waiting = times(6, () => enter());
  expect(await granted(waiting)).toHaveLength(0);
  accept(probe);
  expect(await granted(waiting)).toHaveLength(4);
});

test('two rejected credentials of a function in a row block all calls for a minute, then each for longer [AUTH-7]', async () => {
  const tokens: string[] = [];
  const { enter, clock } = setUp({ credential: () => `token-${tokens.push('')}` });
  const sentAt: number[] = [];
  while (clock.now() < start + 30 * minute) {
    const permit = await enter().catch(() => undefined);
    if (permit) {
      sentAt.push((clock.now() - start) / second);
      reject(permit);
    }
    await clock.advance(second);
  }
  expect(sentAt).toEqual([0, 1, 61, 900, 901, 961]);
  expect(tokens).toHaveLength(sentAt.length);
});

test('a success of a function’s credential ends the row of rejected ones [AUTH-7]', async () => {
  let given = 0;
  const { enter } = setUp({ credential: () => `token-${++given}` });
  for (let round = 0; round < 5; round++) {
    accept(await enter());
    expect(reject(await enter())).toBe(true);
  }
});

test('without protection no call waits, and a 401 has no effect on later calls', async () => {
  const { enter } = setUp({ isProtected: false });
  const admitted = await granted(times(50, () => enter()));
  expect(admitted).toHaveLength(50);
  for (const admission of admitted) reject(admission);
  expect(await granted(times(50, () => enter()))).toHaveLength(50);
});

test('after the clock is set back, earlier failures count from the new time [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  for (let n = 0; n < 4; n++) await fail({ enter });
  await clock.set(start - 60 * minute);
  const blocked = enter();
  await expect(blocked).rejects.toMatchObject({ retryAt: start - 45 * minute });
  await clock.advance(15 * minute);
  await expect(enter()).resolves.toBeDefined();
});

describe('the guard', () => {
  function guarded() {
    const clock = virtualClock({ now: start });
    const onChange = vi.fn();
    const guard = new LockoutGuard(clock, onChange);
    const state = (token = 'svc_1') => guard.stateOf({ token, obtainedAt: start, hasEnded: () => false });
    const send = (leaseUntil = never, rejectedAt?: number) => guard.enter(state(), leaseUntil, rejectedAt);
    const succeed = () => guard.ended(send(), true);
    return { clock, onChange, guard, state, send, succeed };
  }

  test('keeps what it knows of a credential while a failure or a request counts [AUTH-7]', async () => {
    const { clock, guard, state, send } = guarded();
    const known = state();
    const place = send();
    state('svc_2');
    expect(state()).toBe(known);
    guard.rejected(place, false);
    guard.ended(place, false);
    await clock.advance(15 * minute - 1);
    state('svc_3');
    expect([state() === known, guard.idle]).toEqual([true, false]);
    await clock.advance(1);
    expect(guard.idle).toBe(true);
    state('svc_4');
    expect(state()).not.toBe(known);
  });

  test('frees a place when its lease ends, if the end of the request is never reported', async () => {
    const { clock, guard, state, send, succeed } = guarded();
    succeed();
    times(4, () => send(start + second));
    await clock.advance(second - 1);
    expect(guard.capacity(state())).toBe(0);
    await clock.advance(1);
    expect(guard.capacity(state())).toBe(4);
  });

  test('needs another success in the last half minute, and a probe after a later rejection in another process [AUTH-7]', async () => {
    const { clock, guard, state, send, succeed } = guarded();
    succeed();
    send(never, start);
    await clock.advance(minute / 2);
    expect([guard.isClosed(state()), guard.needsSuccess(state())]).toEqual([true, false]);
    await clock.advance(1);
    expect(guard.needsSuccess(state())).toBe(true);
    send(never, start + 1);
    expect(guard.isClosed(state())).toBe(false);
  });

  test('suspects no credential that has not worked in this process: after a probe without a result, the next goes at once [AUTH-7]', () => {
    const { guard, state, send } = guarded();
    guard.ended(send(never, start), false);
    expect(guard.capacity(state())).toBe(1);
  });

  test('takes the service for unresponsive from a timeout to the next status, and not if one came since the sending', async () => {
    const { clock, guard, send } = guarded();
    expect(guard.isUnresponsive).toBe(false);
    const [slow, other, unreadable] = [send(), send(), send()];
    await clock.advance(second);
    guard.abandoned(other, false);
    expect(guard.isUnresponsive).toBe(false);
    guard.abandoned(slow, true);
    expect(guard.isUnresponsive).toBe(true);
    guard.unreadable(unreadable);
    expect(guard.isUnresponsive).toBe(false);
    guard.abandoned(other, true);
    expect(guard.isUnresponsive).toBe(false);
  });

  test('tells of a free place once, and only if a call waits for one', async () => {
    const { guard, onChange, state, send } = guarded();
    guard.statusReceived(send());
    expect(onChange).not.toHaveBeenCalled();
    const [first, second] = [send(), send()];
    expect(guard.wait(state())).toMatchObject({ reason: 'credential' });
    guard.statusReceived(first);
    guard.statusReceived(second);
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});
