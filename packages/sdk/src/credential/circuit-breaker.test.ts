import { virtualClock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import {
  type AdmissionsOptions,
  accept,
  admissions,
  type EnterOptions,
  reject,
} from '../../test/support/admissions.ts';
import { FailureBudget } from './failure-budget.ts';
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

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('half-open', () => {
  test('before the first success one call goes as a probe and the others wait for it [AUTH-7]', async () => {
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

  test('a probe without a result makes the next in the queue the probe, and later calls wait behind it [AUTH-7]', async () => {
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

  test('others wait for the body too: only it shows whether the response is a success [AUTH-7]', async () => {
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

  test('after each second without a status one more probe goes, 4 at most [AUTH-7]', async () => {
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

  test('however long no response comes, no more probes are in flight than failures are left [AUTH-7]', async () => {
    for (const left of [3, 2, 1]) {
      const { enter, clock, budget } = setUp();
      for (let failures = 4 - left; failures > 0; failures--) budget.recordFailure();
      const calls = times(10, () => enter());
      await clock.advance(20 * second);
      expect(await granted(calls)).toHaveLength(left);
    }
  });

  test('a success closes the circuit for a minute to the millisecond, and each response extends that [AUTH-7]', async () => {
    for (const [after, most] of [[minute - 1, 4] as const, [minute, 1] as const]) {
      const { enter, clock } = setUp();
      accept(await enter());
      await clock.advance(minute - 1);
      accept(await enter());
      await clock.advance(after);
      expect(await granted(times(6, () => enter()))).toHaveLength(most);
    }
  });

  test('a late response to another request proves the credential as well as the probe would [AUTH-7]', async () => {
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

describe('closed', () => {
  test('4 requests are in flight at once, with a token function 3, fewer with a lower maxInFlight [AUTH-7]', async () => {
    const cases = [
      [{}, 4],
      [{ credential: () => 'token' }, 3],
      [{ protection: { scope: 'credential', maxInFlight: 2 } }, 2],
    ] as const;
    for (const [options, most] of cases) {
      const { enter } = setUp(options);
      accept(await enter());
      expect(await granted(times(10, () => enter()))).toHaveLength(most);
    }
  });

  test('a place is free again at the status line [AUTH-7]', async () => {
    const { enter, entered } = setUp();
    accept(await enter());
    const calls = times(5, (n) => enter(`${n}`));
    (await calls[0])?.statusReceived(200, true);
    await calls[4];
    expect(entered).toContain('4');
  });

  test('failures in the window and requests in flight are never more than 4 together [AUTH-7]', async () => {
    for (const failures of [0, 1, 2, 3]) {
      const { enter, budget } = setUp();
      accept(await enter());
      for (let n = 0; n < failures; n++) budget.recordFailure();
      expect(await granted(times(6, () => enter()))).toHaveLength(4 - failures);
    }
  });

  test('a response without a result says nothing about a proven credential', async () => {
    const { enter, entered } = setUp();
    accept(await enter());
    const other = await enter();
    other.statusReceived(500, true);
    other.ended(false);
    await Promise.all([enter(), enter()]);
    expect(entered).toHaveLength(4);
  });
});

describe('open', () => {
  test('a credential that never worked counts as bad at once: calls fail unsent for 5 s, those that waited too [AUTH-3] [AUTH-7]', async () => {
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

  test('the next probes follow after 5 s, after a minute, and when fewer than 3 failures are left [AUTH-7]', async () => {
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

  test('a probe that is accepted closes the circuit [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    reject(await enter());
    await clock.advance(5 * second);
    accept(await enter());
    // One failure is still in the window.
    expect(await granted(times(6, () => enter()))).toHaveLength(3);
  });

  test('requests in flight when it opened count, but neither close it nor open it again [AUTH-7]', async () => {
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
  });

  test('only the first result of a request counts', async () => {
    const { enter, budget } = setUp();
    const probe = await enter();
    probe.ended(false);
    expect(budget.inFlight).toBe(0);
    probe.ended(false);
    expect(budget.inFlight).toBe(0);
    await expect(enter()).resolves.toBeDefined();
  });
});

describe('one 401 of a credential that has worked', () => {
  test('it was a mistake when another in flight is accepted: the rejected call is sent again at once [AUTH-7]', async () => {
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

  test('it is true when another in flight is rejected [AUTH-7]', async () => {
    const { enter } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter()]);
    reject(a);
    const waiting = enter();
    expect(reject(b)).toBe(false);
    await expect(waiting).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + minute });
  });

  test('with none in flight, or when they are no result, one probe goes a second later, the rejected call first [AUTH-7]', async () => {
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

  test('one in flight that hangs is waited for until no status came for a second [AUTH-7]', async () => {
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

  test('a body that is still read is waited for: its result counts [AUTH-7]', async () => {
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

  test('a call that may not be sent again believes it at once [AUTH-7]', async () => {
    const { enter } = setUp();
    accept(await enter());
    expect(reject(await enter(), false)).toBe(false);
    await expect(enter()).rejects.toMatchObject({ retryAt: start + 5 * second });
  });

  test('opening forgets that it had worked: each later probe is one request [AUTH-7]', async () => {
    const { enter, clock } = setUp();
    accept(await enter());
    const [a, b] = await Promise.all([enter(), enter()]);
    reject(a);
    reject(b);
    await clock.advance(minute);
    expect(reject(await enter())).toBe(false);
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError' });
  });

  test('four mistakes in 15 minutes are an outage until the first is forgotten [AUTH-7]', async () => {
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

  test('a key that stays rejected meets at most 4 of 401 in any 15 minutes, for as long as it is tried [AUTH-7]', async () => {
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
  test('keeps its place one timeout longer while nothing is known of the credential, none longer when it is proven [AUTH-7]', async () => {
    const { enter } = setUp();
    const probe = await enter();
    expect(probe.graceMs(10 * second)).toBe(10 * second);
    accept(probe);
    const other = await enter();
    expect(other.graceMs(10 * second)).toBe(0);
    reject(await enter());
    expect(other.graceMs(10 * second), 'while a rejection is checked').toBe(10 * second);
  });

  test('is waited for no longer: the next probe goes at once, as long as there are places [AUTH-7]', async () => {
    const { enter } = setUp();
    const calls = times(8, () => enter());
    for (const sent of [1, 2, 3, 4, 4]) {
      const probes = await granted(calls);
      expect(probes).toHaveLength(sent);
      probes.at(-1)?.abandoned(false);
    }
  });

  test('its status counts as that of any other [AUTH-7]', async () => {
    const { enter } = setUp();
    const probe = await enter();
    probe.abandoned(true);
    probe.statusReceived(401, true);
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError' });
  });

  test('a call that waited as long as its timeout while no response came expires too, unsent [AUTH-7]', async () => {
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

  test('one that expires while others got responses expires no other call', async () => {
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

describe("scope 'address'", () => {
  function address() {
    const clock = virtualClock({ now: start });
    const budget = new FailureBudget(clock);
    const protection = { scope: 'address', maxInFlight: 4 } as const;
    const of = (credential: string | (() => string)) => admissions({ credential, clock, budget, protection });
    return { clock, budget, of };
  }

  test('all credentials share 4 failures and requests in flight; a call that waits for a place of another is woken [AUTH-7]', async () => {
    const { of } = address();
    const all = times(6, (n) => of(`svc_${n}`));
    for (const { enter } of all) accept(await enter());
    const calls = all.map(({ enter }) => enter());
    const sent = await granted(calls);
    expect(sent).toHaveLength(4);
    for (const admission of sent) accept(admission);
    expect(await granted(calls)).toHaveLength(6);
  });

  test('bad keys beside a good one: three failures, the others fail unsent, and the good one goes on [AUTH-7]', async () => {
    const { of, clock } = address();
    const good = of('svc_good');
    accept(await good.enter());
    const bad = times(6, (n) => of(`svc_bad${n}`).enter());
    for (const probe of await granted(bad)) reject(probe);
    const rejected = await Promise.allSettled(bad);
    expect(rejected.slice(3)).toMatchObject(
      times(3, () => ({
        reason: {
          name: 'AuthenticationError',
          retryAt: start + 15 * minute,
          message: expect.stringContaining('Failed authentications in the last 15 minutes: 3'),
        },
      })),
    );
    for (let n = 0; n < 20; n++) {
      accept(await good.enter());
      await clock.advance(30 * second);
    }
    await clock.advance(5 * minute);
    await expect(of('svc_new').enter()).resolves.toBeDefined();
  });

  test('a refreshed token does not make the address forget the failures of those before [AUTH-7]', async () => {
    const { of, budget } = address();
    let given = 0;
    const { enter } = of(() => `token-${++given}`);
    for (let end = 1; end <= 3; end++) {
      accept(await enter());
      expect(reject(await enter())).toBe(true);
      expect(budget.failures).toBe(end);
    }
    accept(await enter());
    expect(reject(await enter())).toBe(false);
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 15 * minute });
  });
});

test('of a token function the failures of earlier tokens are forgotten once a newer one is accepted, and late 401s of theirs do not count [AUTH-7]', async () => {
  let given = 0;
  const { enter, budget } = setUp({ credential: () => `token-${++given}` });
  accept(await enter());
  const [a, b, c] = await Promise.all([enter(), enter(), enter()]);
  reject(a);
  reject(b);
  expect(budget.failures).toBe(2);
  accept(await enter());
  expect(budget.failures).toBe(0);
  expect(reject(c)).toBe(true);
  expect(budget.failures).toBe(0);
});

test('without protection nothing waits, and nothing is remembered of a 401', async () => {
  const { enter, budget } = setUp({ protection: false });
  const admitted = await granted(times(50, () => enter()));
  expect(admitted).toHaveLength(50);
  for (const admission of admitted) reject(admission);
  expect(budget.failures).toBe(0);
  await expect(enter()).resolves.toBeDefined();
});

test('failures that a clock shows ahead of now, because it was set back, count from now', async () => {
  const clock = virtualClock({ now: start });
  const budget = new FailureBudget(clock);
  for (let failure = 0; failure < 4; failure++) budget.recordFailure();
  await clock.set(start - 60 * minute);
  expect(budget.failures).toBe(4);
  await clock.advance(15 * minute);
  expect(budget.failures).toBe(0);
});
