import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { mostWithin } from '../../test/support/most-within.ts';
import { Breaker } from './breaker.ts';

// Each test is a list of events with their times, in milliseconds.

const never = Number.POSITIVE_INFINITY;
const second = 1_000;
const minute = 60_000;

/** A breaker and what happens to requests. Each is known by the time at which it was sent. */
class Requests extends Breaker {
  send(now: number, lease = never): number {
    this.sent(now, lease);
    return now;
  }

  /** Sends as many as may go at once. Returns how many. */
  sendAll(now: number): number {
    let count = 0;
    for (; this.mayGoAt(now) === now; count++) this.send(now);
    return count;
  }

  succeed(sentAt: number, now: number): void {
    this.notRejected(sentAt, now);
    this.accepted(sentAt, now);
    this.ended(never);
  }

  /** A status that is neither a success nor a rejection. */
  fail(sentAt: number, now: number): void {
    this.notRejected(sentAt, now);
    this.ended(never);
  }

  reject(sentAt: number, now: number, canResend = true): boolean {
    const isCounted = this.rejected(sentAt, now, canResend);
    this.ended(never);
    return isCounted;
  }

  /** Ends before a status. */
  cancel(sentAt: number): void {
    this.cancelled(sentAt);
    this.ended(never);
  }
}

/** A credential that was accepted at 0. */
function proven(): Requests {
  const breaker = new Requests();
  breaker.succeed(breaker.send(0), 0);
  return breaker;
}

/** An unproven credential with so many failures. */
function failed(failures: number): Requests {
  const breaker = new Requests();
  for (let n = 0; n < failures; n++) {
    breaker.send(0);
    breaker.unreadable(0);
    breaker.ended(never);
  }
  return breaker;
}

describe('an unproven credential', () => {
  test('gets one request, one more after each second without a status, and four at most [AUTH-7]', () => {
    const breaker = new Requests();
    for (const at of [0, 1, 2, 3]) {
      expect(breaker.mayGoAt(at * second)).toBe(at * second);
      breaker.send(at * second);
      expect(breaker.mayGoAt(at * second)).toBe(at < 3 ? (at + 1) * second : never);
    }
  });

  test('gets the next request at once when no other is in flight, else a second after the last status [AUTH-7]', () => {
    const breaker = new Requests();
    breaker.send(0);
    breaker.fail(0, 10);
    expect(breaker.mayGoAt(10)).toBe(10);
    breaker.send(10);
    breaker.send(second + 10);
    breaker.fail(10, second + 500);
    expect(breaker.mayGoAt(second + 500)).toBe(2 * second + 500);
  });

  test.each([1, 2, 3, 4])('gets fewer requests by each of %i failures [AUTH-7]', (failures) => {
    const breaker = failed(failures);
    let sent = 0;
    for (let at = second; at < 20 * second; at += second) sent += breaker.sendAll(at);
    expect(sent).toBe(4 - failures);
    expect(breaker.failure(second)?.retryAt).toBe(failures < 4 ? undefined : 15 * minute);
  });
});

describe('a proven credential', () => {
  test.each([0, 1, 2, 3])('gets four requests at once, less %i failures [AUTH-7]', (failures) => {
    const breaker = failed(failures);
    breaker.succeed(breaker.send(1), 1);
    expect(breaker.sendAll(1)).toBe(4 - failures);
  });

  test('stays so for exactly a minute after the last success, and needs another one in the second half [AUTH-7]', () => {
    const breaker = proven();
    breaker.succeed(breaker.send(second), second);
    expect([breaker.needsProof(31 * second), breaker.needsProof(31 * second + 1)]).toEqual([false, true]);
    expect([breaker.isProven(61 * second - 1), breaker.isProven(61 * second)]).toEqual([true, false]);
    expect(breaker.sendAll(61 * second)).toBe(1);
  });

  test('may have its response late: it proves as well as that of the probe [AUTH-7]', () => {
    const breaker = proven();
    const late = breaker.send(0);
    breaker.send(minute);
    breaker.succeed(late, minute);
    expect(breaker.sendAll(minute)).toBe(3);
  });

  test('is as good as before after a response without a result', () => {
    const breaker = proven();
    breaker.send(1);
    breaker.fail(1, 2);
    expect(breaker.sendAll(2)).toBe(4);
  });
});

test('an unreadable response counts as a rejection unless the credential is proven, and never blocks [AUTH-7]', () => {
  const breaker = proven();
  breaker.send(1);
  expect(breaker.unreadable(1)).toBe(false);
  breaker.send(minute);
  expect(breaker.unreadable(minute)).toBe(true);
  expect(breaker.failure(minute)).toBeUndefined();
});

describe('a 401', () => {
  test.each([
    ['has never worked', false, true, 5 * second],
    ['has worked, and the call can be resent,', true, true, 0],
    ['has worked, and the call can not be resent,', true, false, 5 * second],
  ])('of a credential that %s blocks it: worked %s, resend %s, for %i ms [AUTH-3] [AUTH-7]', (...row) => {
    const [, hasWorked, canResend, forMs] = row;
    const breaker = hasWorked ? proven() : new Requests();
    expect(breaker.reject(breaker.send(10), 20, canResend)).toBe(true);
    expect(breaker.failure(20)?.retryAt).toBe(forMs === 0 ? undefined : 20 + forMs);
    if (forMs === 0) expect(breaker.mayGoAt(20)).toBe(20 + second);
    else expect(breaker.sendAll(20 + forMs)).toBe(1);
  });

  test('that is repeated blocks for 5 s, for a minute, and then until fewer than 3 failures count [AUTH-7]', () => {
    const breaker = new Requests();
    const sentAt: number[] = [];
    for (let now = 0; now < 40 * minute; now += second) {
      if (breaker.failure(now)) continue;
      sentAt.push(now / second);
      breaker.reject(breaker.send(now), now);
    }
    expect(sentAt).toEqual([0, 5, 65, 900, 905, 965, 1800, 1805, 1865]);
  });

  test('tells why calls are not sent, and until when [AUTH-7]', () => {
    const breaker = new Requests();
    breaker.reject(breaker.send(0), 0);
    const rejected = 'Credential rejected; calls are blocked for another 1 s, until 1970-01-01T00:00:05.000Z';
    expect(breaker.failure(4 * second)).toMatchObject({
      name: 'AuthenticationError',
      message: `${rejected}: this call was not sent`,
    });
    const lockedOut = /^Failed authentications in the last 15 minutes: 4\. .* until 1970-01-01T00:15:00\.000Z/;
    expect(failed(4).failure(1)?.message).toMatch(lockedOut);

    const together = new Requests();
    for (const at of [0, 1, 2, 3].map(() => together.send(0))) together.reject(at, 0);
    expect(together.failure(1)?.message).toMatch(lockedOut);
  });

  test('that follows three others after a while blocks until two are forgotten, longer than the lockout [AUTH-7]', () => {
    const breaker = new Requests();
    for (const at of [0, 5 * second, 65 * second, 66 * second]) breaker.reject(breaker.send(Math.min(at, minute)), at);
    expect(breaker.failure(66 * second)).toMatchObject({ retryAt: 15 * minute + 5 * second });
  });

  test('that is late counts as a failure and makes a block longer, and begins none [AUTH-7]', () => {
    const breaker = proven();
    const sent = [1, 1, 1, 1].map((at) => breaker.send(at));
    expect(sent.map((at, n) => n < 3 && breaker.reject(at, 2))).toEqual([true, true, false, false]);
    expect(breaker.failure(2)?.retryAt).toBe(2 + 15 * minute);

    const blocked = new Requests();
    const [first, late] = [blocked.send(0), blocked.send(second)];
    blocked.reject(first, second);
    expect(blocked.reject(late, 6 * second)).toBe(false);
    expect(blocked.failure(6 * second)).toBeUndefined();
    expect(blocked.sendAll(6 * second)).toBe(1);
  });

  test('makes the success of a request from before the block late: it proves nothing [AUTH-7]', () => {
    const breaker = new Requests();
    const [first, late] = [breaker.send(0), breaker.send(second)];
    breaker.reject(first, second);
    breaker.succeed(late, 2 * second);
    expect(breaker.sendAll(6 * second)).toBe(1);
    breaker.succeed(6 * second, 6 * second);
    expect(breaker.sendAll(6 * second), 'one failure still counts').toBe(3);
  });
});

describe('a credential that is doubted after a 401,', () => {
  function doubted(inFlight: number) {
    const breaker = proven();
    const others = Array.from({ length: inFlight }, () => breaker.send(1));
    breaker.reject(breaker.send(1), 10);
    return { breaker, others };
  }

  test('is proven by the success of a request in flight [AUTH-7]', () => {
    const { breaker } = doubted(1);
    breaker.succeed(1, 20);
    expect(breaker.sendAll(20)).toBe(3);
  });

  test('is blocked by another 401, and forgets that it has worked [AUTH-7]', () => {
    const { breaker } = doubted(1);
    breaker.reject(1, 20);
    expect(breaker.failure(20)?.retryAt).toBe(20 + minute);
    breaker.reject(breaker.send(2 * minute), 2 * minute);
    expect(breaker.failure(2 * minute)?.retryAt).toBe(10 + 15 * minute);
  });

  test('gets a probe a second after the last status [AUTH-7]', () => {
    const { breaker } = doubted(2);
    expect(breaker.mayGoAt(10)).toBe(10 + second);
    breaker.fail(1, 900);
    breaker.fail(1, 910);
    expect(breaker.mayGoAt(910)).toBe(910 + second);
  });

  test('is blocked by the fourth failure within 15 minutes, until the first is forgotten [AUTH-7]', () => {
    const breaker = proven();
    for (const at of [1, 2, 3, 4]) {
      breaker.reject(breaker.send(at * second), at * second);
      if (at < 4) breaker.succeed(breaker.send(at * second + 1), at * second + 1);
    }
    expect(breaker.failure(5 * second)?.retryAt).toBe(second + 15 * minute);
  });
});

describe('cancelled requests', () => {
  /** A credential with so many failures, that then worked and of which so many requests were cancelled. */
  function cancelled(requests: number, failures = 0): Requests {
    const breaker = failed(failures);
    breaker.succeed(breaker.send(0), 0);
    for (let n = 0; n < requests; n++) breaker.send(1);
    for (let n = 0; n < requests; n++) breaker.cancel(1);
    return breaker;
  }

  test.each([
    ['one', 1, 0, true],
    ['two', 2, 0, false],
    ['one after a failure', 1, 1, true],
    ['one after two failures', 1, 2, false],
  ])('free their places, and make the credential unproven while a probe is left: %s [AUTH-7]', (...row) => {
    const [, requests, failures, isProven] = row;
    const breaker = cancelled(requests, failures);
    expect(breaker.isProven(1)).toBe(isProven);
    expect(breaker.sendAll(1)).toBe(isProven ? 4 - failures - requests : 1);
  });

  test('count as failures once a 401 follows before any other status [AUTH-7]', () => {
    const breaker = cancelled(2);
    breaker.reject(breaker.send(10), 20, false);
    expect(breaker.failure(20)?.retryAt).toBe(20 + 15 * minute);
    breaker.reject(10, 30);
    expect(breaker.failure(30)?.message, 'they are counted once').toContain('in the last 15 minutes: 4.');
  });

  test('let no probe go while they and the requests in flight may be four rejections, however slow these are [AUTH-7]', () => {
    const breaker = cancelled(1);
    expect(breaker.sendAll(2)).toBe(3);
    expect(breaker.mayGoAt(2 + second)).toBe(never);
    breaker.fail(2, 3 * second);
    expect(breaker.mayGoAt(3 * second)).toBe(3 * second);
  });

  test('are forgotten after another status of a request that was sent later, and after 15 minutes [AUTH-7]', () => {
    const breaker = cancelled(2);
    breaker.fail(0, 20);
    expect(breaker.isProven(20)).toBe(false);
    breaker.fail(breaker.send(20), 30);
    expect(breaker.isProven(30)).toBe(true);
    expect([cancelled(1).isIdle(15 * minute), cancelled(1).isIdle(15 * minute + 1)]).toEqual([false, true]);
  });
});

test('a rejection in another process leads to a probe only if the proof here is older [AUTH-7]', () => {
  const breaker = proven();
  breaker.rejectedElsewhere(0);
  expect(breaker.isProven(1)).toBe(true);
  breaker.rejectedElsewhere(1);
  expect(breaker.isProven(1)).toBe(false);
  expect(breaker.reject(breaker.send(2), 2)).toBe(true);
  expect(breaker.failure(2), 'two were rejected').toBeDefined();

  const unproven = new Requests();
  unproven.fail(unproven.send(0), 1);
  unproven.rejectedElsewhere(1);
  expect(unproven.mayGoAt(1), 'no doubt without a proof').toBe(1);
});

test('an unproven credential gets its next request once the call of the last one has ended, unless it is doubted', () => {
  const breaker = new Requests();
  breaker.send(0);
  breaker.abandoned();
  expect(breaker.mayGoAt(1)).toBe(1);
  breaker.send(1);
  expect(breaker.mayGoAt(1)).toBe(1 + second);

  const doubted = proven();
  doubted.reject(doubted.send(1), 1);
  doubted.send(2 * second);
  doubted.abandoned();
  expect(doubted.mayGoAt(2 * second)).toBe(3 * second);
});

test('a place ends with its lease, if nothing else is heard of the request', () => {
  const breaker = proven();
  for (let n = 0; n < 4; n++) breaker.send(1, 10);
  expect([breaker.mayGoAt(9), breaker.mayGoAt(10)]).toEqual([never, 10]);
});

test('a breaker is idle once no failure and no request counts [AUTH-7]', () => {
  const breaker = new Requests();
  expect(breaker.isIdle(0)).toBe(true);
  breaker.send(0);
  expect(breaker.isIdle(0)).toBe(false);
  breaker.reject(0, 0);
  expect([breaker.isIdle(15 * minute - 1), breaker.isIdle(15 * minute)]).toEqual([false, true]);
});

describe('in any order of events,', () => {
  const anEvent = fc.record({
    afterMs: fc.oneof(fc.nat(3), fc.nat(second), fc.nat(10 * minute)),
    kind: fc.constantFrom('send', 'send', 'send', 'cancel', 'succeed', 'fail', 'reject', 'unreadable', 'elsewhere'),
    which: fc.nat(3),
    canResend: fc.boolean(),
  });
  const events = fc.array(anEvent, { maxLength: 60, size: 'max' });

  test('failures and requests in flight together are never more than four [AUTH-7]', () => {
    fc.assert(
      fc.property(events, (all) => {
        const breaker = new Requests();
        const failures: number[] = [];
        const inFlight: number[] = [];
        let now = 0;
        function end(kind: string, sentAt: number, canResend: boolean): boolean {
          if (kind === 'succeed') breaker.succeed(sentAt, now);
          else if (kind === 'fail') breaker.fail(sentAt, now);
          else if (kind === 'reject') breaker.reject(sentAt, now, canResend);
          else if (kind === 'cancel') breaker.cancel(sentAt);
          else breaker.ended(never);
          return kind === 'reject' || (kind === 'unreadable' && breaker.unreadable(now));
        }
        for (const { afterMs, kind, which, canResend } of all) {
          now += afterMs;
          if (kind === 'elsewhere') breaker.rejectedElsewhere(now);
          else if (kind === 'send') {
            if (!breaker.failure(now) && breaker.mayGoAt(now) === now) inFlight.push(breaker.send(now));
          } else {
            const [sentAt] = inFlight.splice(which % (inFlight.length || 1), 1);
            if (sentAt !== undefined && end(kind, sentAt, canResend)) failures.push(now);
          }
          const counted = failures.filter((at) => at > now - 15 * minute).length;
          expect(counted + inFlight.length).toBeLessThanOrEqual(4);
        }
      }),
      { numRuns: runs(300, 10_000) },
    );
  });

  const aRequest = fc.record({
    afterMs: fc.oneof(fc.nat(2), fc.nat(2), fc.nat(second), fc.nat(20 * second)),
    latency: fc.oneof(fc.nat(3), fc.nat(second)),
    /** Which of those in flight is cancelled before. */
    cancels: fc.option(fc.nat(3)),
  });
  const requests = fc.array(aRequest, { maxLength: 30, size: 'max' });

  test('a revoked key is rejected at most four times if statuses come within a second, although requests are cancelled [AUTH-7]', () => {
    fc.assert(
      fc.property(fc.nat(10), requests, (revokedAt, all) => {
        const breaker = new Requests();
        const rejectedAt: number[] = [];
        let inFlight: { readonly sentAt: number; readonly endsAt: number }[] = [];
        function receive(until: number) {
          const ended = inFlight.filter(({ endsAt }) => endsAt <= until).sort((a, b) => a.endsAt - b.endsAt);
          inFlight = inFlight.filter(({ endsAt }) => endsAt > until);
          for (const { sentAt, endsAt } of ended) {
            if (sentAt < revokedAt) breaker.succeed(sentAt, endsAt);
            else breaker.reject(sentAt, endsAt);
          }
        }
        let now = 0;
        for (const { afterMs, latency, cancels } of all) {
          now += afterMs;
          receive(now);
          // Otherwise the request stays in flight until its status, as `Permit.wantsStatus` says.
          if (cancels !== null && breaker.isProven(now)) {
            for (const { sentAt } of inFlight.splice(cancels, 1)) breaker.cancel(sentAt);
          }
          if (!breaker.failure(now) && breaker.mayGoAt(now) === now) {
            if (now >= revokedAt) rejectedAt.push(now);
            inFlight.push({ sentAt: breaker.send(now), endsAt: now + latency });
          }
        }
        expect(mostWithin(rejectedAt, 15 * minute)).toBeLessThanOrEqual(4);
      }),
      { numRuns: runs(1_000, 20_000) },
    );
  });
});

test('after the clock is set back, earlier failures count from the new time [AUTH-7]', () => {
  const breaker = new Breaker();
  for (const at of [1, 2, 3, 4]) breaker.unreadable(60 * minute + at);
  expect(breaker.failure(0)?.retryAt).toBe(15 * minute);
  expect(breaker.failure(15 * minute)).toBeUndefined();
});
