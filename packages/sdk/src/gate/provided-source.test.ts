import { virtualClock } from '@issue-tracking/mock';
import type { Clock } from '@issue-tracking/sdk';
import { describe, expect, test, vi } from 'vitest';
import { type AdmissionsOptions, accept, admissions, reject } from '../../test/support/admissions.ts';
import type { CredentialProvider, KeyProvider, TokenProvider, TokenRequest } from './provider.ts';

const start = Date.parse('2026-04-01T09:00:00.000Z');
const second = 1_000;
const minute = 60_000;

function setUp(credential: CredentialProvider, options: AdmissionsOptions = {}) {
  const clock = virtualClock({ now: start });
  return { clock, ...admissions({ credential, clock, ...options }) };
}

/** Returns `token-1`, `token-2` and so on; records its arguments. */
function tokens(expiresInMs?: number) {
  const asked: TokenRequest[] = [];
  const provider: TokenProvider = (request) => {
    const token = `token-${asked.push(request)}`;
    return expiresInMs === undefined ? token : { token, expiresInMs };
  };
  return { asked, provider };
}

/** Lets everything that promises alone can do be done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the function of a credential', () => {
  test('is called once for all calls that wait, which are notified, and its token is cached [GAP-11]', async () => {
    const { asked, provider } = tokens();
    const { enter } = setUp(provider);
    const onWait = vi.fn();
    for (const call of Array.from({ length: 50 }, () => enter({ onWait }))) {
      const permit = await call;
      expect(permit.token).toBe('token-1');
      accept(permit);
    }
    expect(asked).toEqual([{ signal: expect.any(AbortSignal) }]);
    expect(onWait.mock.calls.filter(([reason]) => reason === 'token')).toHaveLength(50);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('no network'))],
    [
      'throws',
      () => {
        throw new Error('no network');
      },
    ],
  ])(
    'that %s rejects the waiting calls with a CredentialError, and the next call runs it again',
    async (_, failure) => {
      const provider = vi.fn<() => string | Promise<string>>(() => 'token').mockImplementationOnce(failure);
      const { enter } = setUp(provider);
      for (const call of [enter(), enter()]) {
        await expect(call).rejects.toMatchObject({
          name: 'CredentialError',
          message: 'the accessToken function failed: no network',
          cause: { message: 'no network' },
        });
      }
      await expect(enter()).resolves.toMatchObject({ token: 'token' });
      expect(provider).toHaveBeenCalledTimes(2);
    },
  );

  test.each([
    ['an empty string', '', 'must not be empty'],
    ['undefined', undefined, 'must be a string'],
    ['null', null, 'must be a string'],
    ['a number', 4711, 'must be a string'],
    ['an object without a token', {}, 'must be a string'],
    ['a line break at the end', 'S3CRET\n', 'header can carry at position 7 of 7'],
    ['an ellipsis', 'S3C…RET', 'header can carry at position 4 of 7'],
    ['an expiresAt that is no date', { token: 'S3CRET', expiresAt: 'soon' }, 'expiresAt must be a Date, or an ISO'],
    ['an expiresAt that is a number', { token: 'S3CRET', expiresAt: 1_800_000_000 }, 'expiresAt must be a Date, or an'],
    ['an expiresAt without a zone', { token: 'S3CRET', expiresAt: '2026-04-01T10:00:00' }, 'string with its zone'],
    ['an expiresInMs that is a text', { token: 'S3CRET', expiresInMs: '60' }, 'milliseconds from 0, found string'],
    ['a negative expiresInMs', { token: 'S3CRET', expiresInMs: -1 }, 'milliseconds from 0, found -1'],
    [
      'two ends',
      { token: 'S3CRET', expiresInMs: 60, expiresAt: new Date() },
      'expiresAt and expiresInMs must not both',
    ],
  ])(
    'that returns %s rejects the call with a CredentialError that does not contain the value',
    async (_, given, message) => {
      // JavaScript callers can return any value.
      const { enter } = setUp((() => given) as () => string);
      const error = await enter().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'CredentialError', message: expect.stringContaining(message) });
      expect(String(error)).not.toMatch(/S3C|4711/);
    },
  );

  test('gets a signal that aborts once no call waits, and neither before nor after it has returned', async () => {
    const answer = Promise.withResolvers<string>();
    const provider = vi.fn((_: TokenRequest) => answer.promise);
    const { enter } = setUp(provider);
    const [one, other] = [new AbortController(), new AbortController()];
    const calls = Promise.allSettled([enter({ signal: one.signal }), enter({ signal: other.signal })]);
    const signalOf = (run: number) => provider.mock.calls[run]?.[0].signal;
    one.abort();
    expect(signalOf(0)?.aborted).toBe(false);
    other.abort();
    await calls;
    expect(signalOf(0)?.reason).toMatchObject({
      name: 'AbortError',
      message: 'No call waits for the credential any more',
    });
    const third = new AbortController();
    const next = enter({ signal: third.signal });
    answer.resolve('token');
    await next;
    third.abort();
    expect(signalOf(1)?.aborted).toBe(false);
  });

  test('may return after its last call has left: its token is not used', async () => {
    const late = Promise.withResolvers<string>();
    const provider = vi.fn((): string | Promise<string> => 'token-2').mockReturnValueOnce(late.promise);
    const { enter } = setUp(provider);
    const abort = new AbortController();
    const gone = enter({ signal: abort.signal });
    abort.abort('gone');
    await expect(gone).rejects.toBe('gone');
    accept(await enter());
    late.resolve('token-1');
    await settled();
    expect((await enter()).token).toBe('token-2');
  });
});

describe('a token is refreshed', () => {
  test.each([
    ['milliseconds', { expiresInMs: 60 * minute }],
    ['a Date', { expiresAt: new Date(start + 60 * minute) }],
    ['a text in ISO 8601', { expiresAt: '2026-04-01T12:00:00.000+02:00' }],
  ])('30 s before its end, which may be %s [AUTH-3]', async (_, end) => {
    const provider = vi.fn((_: TokenRequest) => ({ token: 'token', ...end }));
    const { enter, clock } = setUp(provider);
    accept(await enter());
    await clock.advance(60 * minute - 30_001);
    accept(await enter());
    expect(provider).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    await enter();
    expect(provider).toHaveBeenCalledTimes(2);
    expect(provider.mock.lastCall?.[0]).not.toHaveProperty('rejected');
  });

  test('in the last tenth of its life, if that is short', async () => {
    const { asked, provider } = tokens(100 * second);
    const { enter, clock } = setUp(provider);
    accept(await enter());
    await clock.advance(90 * second - 1);
    await enter();
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    await enter();
    expect(asked).toHaveLength(2);
  });

  test.each([10_000, -10_000])('in time after the date changes by %i ms [AUTH-3]', async (step) => {
    const time = virtualClock({ now: start });
    let offset = 0;
    const clock: Clock = { now: time.now, sleep: time.sleep, date: () => time.now() + offset };
    const credential = vi.fn(() => ({
      token: `token-${time.now()}`,
      expiresAt: new Date(time.now() + offset + 10 * minute),
    }));
    const { enter } = admissions({ credential, clock });
    accept(await enter());
    offset = step;
    await time.advance(10 * minute - 30_000 - 10_000 - 1);
    accept(await enter());
    expect(credential).toHaveBeenCalledTimes(1);
    await time.advance(10_001);
    accept(await enter());
    expect(credential).toHaveBeenCalledTimes(2);
    await time.advance(minute);
    accept(await enter());
    expect(credential, 'the end of the second is told by the new date').toHaveBeenCalledTimes(2);
  });

  test('not before a 401 if it seems expired on arrival, because the clocks may differ', async () => {
    const { asked, provider } = tokens(0);
    const { enter, clock } = setUp(provider);
    accept(await enter());
    await clock.advance(60 * minute);
    expect((await enter()).token).toBe('token-1');
    expect(asked).toHaveLength(1);
  });

  test('beside the calls, which use the current one until its end; an aborted call does not end the refresh', async () => {
    const next = Promise.withResolvers<string>();
    const answers = [{ token: 'old', expiresInMs: 10 * minute }, next.promise];
    const provider = vi.fn((_: TokenRequest) => answers.shift() ?? 'none');
    const { enter, clock } = setUp(provider);
    accept(await enter());
    await clock.advance(10 * minute - 30 * second);
    const abort = new AbortController();
    const early = await enter({ signal: abort.signal });
    abort.abort();
    accept(early);
    await clock.advance(30 * second - 1);
    expect([early.token, (await enter()).token]).toEqual(['old', 'old']);
    await clock.advance(1);
    const late = enter();
    next.resolve('new');
    expect((await late).token).toBe('new');
    expect(provider).toHaveBeenCalledTimes(2);
    expect(provider.mock.lastCall?.[0].signal.aborted).toBe(false);
  });

  test('once a second while the refresh fails; calls fail only after its end', async () => {
    const provider = vi
      .fn<TokenProvider>(() => Promise.reject(new Error('down')))
      .mockReturnValueOnce({ token: 'old', expiresInMs: 10 * minute });
    const { enter, clock } = setUp(provider);
    accept(await enter());
    await clock.advance(10 * minute - 30 * second);
    for (let half = 0; half < 60; half++) {
      const permit = await enter();
      expect(permit.token).toBe('old');
      accept(permit);
      await clock.advance(second / 2);
    }
    expect(provider).toHaveBeenCalledTimes(1 + 30);
    await expect(enter()).rejects.toMatchObject({ name: 'CredentialError' });
  });

  test('while calls wait for the probe: at its end they ask for the next one', async () => {
    const { provider } = tokens(900);
    const { enter, clock } = setUp(provider);
    const probe = await enter();
    const waiting = [enter(), enter()];
    await clock.advance(900);
    probe.ended(false);
    const next = await waiting[0];
    expect(next?.token).toBe('token-2');
  });
});

test('a key is read again before its time, and used until a 401 while that fails', async () => {
  const provider = vi
    .fn<KeyProvider>(() => Promise.reject(new Error('down')))
    .mockReturnValueOnce({ key: 'svc_1', expiresInMs: minute });
  const { enter, clock } = setUp(provider, { option: 'apiKey' });
  accept(await enter());
  await clock.advance(60 * minute);
  const permit = await enter();
  expect(permit.token).toBe('svc_1');
  expect(provider).toHaveBeenCalledTimes(2);
  reject(permit);
  await expect(enter()).rejects.toMatchObject({ name: 'CredentialError' });
});

describe('after a 401 of a token', () => {
  test('the function is called with it, and a probe tests the next one, which has failures of its own [AUTH-3] [AUTH-7]', async () => {
    const { asked, provider } = tokens();
    const { enter } = setUp(provider);
    accept(await enter());
    const permits = await Promise.all(Array.from({ length: 4 }, () => enter()));
    for (const permit of permits) expect(reject(permit)).toBe(true);
    const again = Array.from({ length: 6 }, () => enter());
    const granted: string[] = [];
    for (const call of again) void call.then(({ token }) => granted.push(token));
    const probe = await again[0];
    await settled();
    expect(asked.map(({ rejected }) => rejected)).toEqual([undefined, 'token-1']);
    expect(granted).toEqual(['token-2']);
    if (probe) accept(probe);
    await settled();
    expect(granted).toHaveLength(5);
  });

  test('the function is called too without protection [AUTH-3]', async () => {
    const { asked, provider } = tokens();
    const { enter } = setUp(provider, { isProtected: false });
    expect(reject(await enter())).toBe(true);
    expect((await enter()).token).toBe('token-2');
    expect(asked[1]).toMatchObject({ rejected: 'token-1' });
  });

  test('that is the second in a row, all calls are blocked for a minute, and then for longer [AUTH-3] [AUTH-7]', async () => {
    const { asked, provider } = tokens();
    const { enter, clock } = setUp(provider);
    const sentAt: number[] = [];
    while (clock.now() < start + 30 * minute) {
      const [permit, waiting] = [await enter().catch(() => undefined), enter().catch((error) => error)];
      if (permit) {
        const isSecond = sentAt.push((clock.now() - start) / second) > 1;
        expect(reject(permit)).toBe(!isSecond);
        if (isSecond) expect(await waiting).toMatchObject({ name: 'AuthenticationError' });
        else (await waiting).withdraw();
      }
      await clock.advance(second);
    }
    expect(sentAt).toEqual([0, 1, 61, 900, 901, 961]);
    expect(asked.length).toBe(sentAt.length);
  });

  test('a success ends the row, but not a late one of the rejected token [AUTH-7]', async () => {
    const { provider } = tokens();
    const { enter } = setUp(provider);
    for (let round = 0; round < 3; round++) {
      accept(await enter());
      expect(reject(await enter())).toBe(true);
    }
    accept(await enter());
    const [late, rejected] = [await enter(), await enter()];
    expect(reject(rejected)).toBe(true);
    accept(late);
    expect(reject(await enter()), 'the second in a row').toBe(false);
  });

  test('that was replaced before, nothing counts against the next one [AUTH-7]', async () => {
    const { asked, provider } = tokens(60 * minute);
    const { enter, clock } = setUp(provider);
    accept(await enter());
    const late = await enter();
    await clock.advance(60 * minute);
    accept(await enter());
    expect(reject(late)).toBe(true);
    expect(reject(await enter())).toBe(true);
    expect((await enter()).token).toBe('token-3');
    expect(asked).toHaveLength(3);
  });

  test('that the function returns again, it is blocked like a fixed one, and asked for once a second [AUTH-7]', async () => {
    const provider = vi.fn(() => 'stale');
    const { enter, clock } = setUp(provider);
    reject(await enter());
    for (let tenth = 0; tenth < 20; tenth++) {
      await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 5 * second });
      await clock.advance(100);
    }
    expect(provider.mock.calls.length).toBeLessThanOrEqual(4);
    expect(provider.mock.lastCall).toEqual([expect.objectContaining({ rejected: 'stale' })]);
    await clock.advance(3 * second);
    expect((await enter()).token).toBe('stale');
  });

  test('another one ends its block at once, and it keeps its failures [AUTH-7]', async () => {
    let token = 'first';
    const { enter, clock } = setUp(() => token);
    reject(await enter());
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError' });
    token = 'second';
    await clock.advance(second);
    accept(await enter());
    token = 'first';
    expect(reject(await enter())).toBe(true);
    await expect(enter()).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 5 * second });
  });

  test('that came while the function ran, the function is asked again if it returns the same [AUTH-7]', async () => {
    const same = Promise.withResolvers<string>();
    const answers = [{ token: 'old', expiresInMs: minute }, same.promise, 'new'];
    const provider = vi.fn((_: TokenRequest) => answers.shift() ?? 'none');
    const { enter, clock } = setUp(provider);
    const old = await enter();
    await clock.advance(minute);
    const next = enter();
    reject(old);
    same.resolve('old');
    expect((await next).token).toBe('new');
    expect(provider.mock.calls.map(([{ rejected }]) => rejected)).toEqual([undefined, undefined, 'old']);
  });
});
