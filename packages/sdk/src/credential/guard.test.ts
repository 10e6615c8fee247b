import { virtualClock } from '@issue-tracking/mock';
import type { Clock } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { accept, type GuardedOptions, guarded } from '../../test/support/guarded.ts';
import { Ledger } from './ledger.ts';
import type { Permit } from './permit.ts';
import type { AccessToken, TokenRequest } from './provider.ts';

const start = Date.parse('2026-04-01T09:00:00.000Z');
const minute = 60_000;

function setUp(credential: AccessToken = 'svc_1', options: Partial<GuardedOptions> = {}) {
  const clock = virtualClock({ now: start });
  const { enter: pass, ...rest } = guarded({ credential, clock, ...options });
  const entered: string[] = [];
  function enter(name: string, signal?: AbortSignal, timeoutMs?: number) {
    const permit = pass({ signal, ...(timeoutMs && { timeoutMs }) });
    permit.then(
      ({ token }) => entered.push(`${name} with ${token}`),
      (reason) => entered.push(`${name}: ${reason?.name ?? reason}`),
    );
    return permit;
  }
  return { clock, enter, entered, ...rest };
}

/** Gives `token 1`, `token 2` and so on; notes what it was asked. */
function tokens(expiresIn?: number) {
  const asked: TokenRequest[] = [];
  const provider = (request: TokenRequest) => {
    const token = `token-${asked.push(request)}`;
    return expiresIn === undefined ? token : { token, expiresAt: new Date(start + asked.length * expiresIn) };
  };
  return { asked, provider };
}

/** Lets everything that promises alone can do be done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('until the credential is proven one call goes ahead and the others wait [AUTH-7]', async () => {
  const { enter, entered } = setUp();
  const probe = await enter('a');
  const others = Promise.all([enter('b'), enter('c')]);
  await settled();
  expect(entered).toEqual(['a with svc_1']);
  accept(probe);
  await others;
  await enter('d');
  expect(entered).toEqual(['a with svc_1', 'b with svc_1', 'c with svc_1', 'd with svc_1']);
});

test('a probe that tells nothing makes the next in line the probe [AUTH-7]', async () => {
  const { enter, entered } = setUp();
  const probe = await enter('a');
  const next = enter('b');
  void enter('c');
  probe.answered(500);
  (await next).answered(500);
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1', 'c with svc_1']);
});

test('the line is kept: who comes while a probe is replaced waits behind the others', async () => {
  const { enter, entered } = setUp();
  const probe = await enter('a');
  void enter('b');
  await settled();
  probe.answered(500);
  void enter('c');
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1']);
});

test('when the only probe tells nothing the next call is one [AUTH-7]', async () => {
  const { enter, entered } = setUp();
  (await enter('a')).answered(500);
  await enter('b');
  void enter('c');
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1']);
});

test('an unknown outcome says nothing about a proven credential', async () => {
  const { enter, entered } = setUp();
  accept(await enter('a'));
  (await enter('b')).answered(500);
  await Promise.all([enter('c'), enter('d')]);
  expect(entered).toHaveLength(4);
});

test('a call that is aborted while it waits leaves the line and its signal', async () => {
  const { enter, entered } = setUp();
  const probe = await enter('a');
  const abort = new AbortController();
  const remove = vi.spyOn(abort.signal, 'removeEventListener');
  const gone = enter('b', abort.signal);
  const next = enter('c');
  await settled();
  abort.abort('enough');
  await expect(gone).rejects.toBe('enough');
  probe.answered(500);
  await next;
  expect(entered).toEqual(['a with svc_1', 'b: enough', 'c with svc_1']);
  expect(remove).toHaveBeenCalled();
});

test('a call that is aborted before it enters is no probe', async () => {
  const { enter } = setUp();
  await expect(enter('a', AbortSignal.abort('before'))).rejects.toBe('before');
  await expect(enter('b')).resolves.toMatchObject({ token: 'svc_1' });
});

test('a call that gets its pass leaves no listener on its signal', async () => {
  const { enter } = setUp();
  const probe = await enter('a');
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  const next = enter('b', signal);
  await settled();
  accept(probe);
  await next;
  expect(add).toHaveBeenCalledWith('abort', expect.any(Function));
  expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
});

test('after a 401 calls fail at once for 15 minutes, those that waited too [AUTH-3] [AUTH-7]', async () => {
  const { enter, entered, clock, guard } = setUp();
  const probe = await enter('a');
  const waiting = [enter('b'), enter('c')];
  await settled();
  expect(probe.answered(401)).toBeUndefined();
  for (const call of waiting) await expect(call).rejects.toMatchObject({ name: 'AuthenticationError' });
  await clock.advance(15 * minute - 1000);
  await expect(enter('d')).rejects.toMatchObject({
    message:
      'The credential was refused; it is held back for another 1 s, until 2026-04-01T09:15:00.000Z: ' +
      'this call was not sent',
  });
  expect(guard.idle).toBe(false);
  await clock.advance(1000);
  expect(guard.idle).toBe(true);
  await enter('e');
  void enter('f');
  await settled();
  expect(entered.slice(4)).toEqual(['e with svc_1']);
});

test('a credential that is accepted after the 15 minutes serves all again [AUTH-7]', async () => {
  const { enter, clock, entered } = setUp();
  (await enter('a')).answered(401);
  await clock.advance(15 * minute);
  const probe = await enter('b');
  const others = [enter('c'), enter('d')];
  accept(probe);
  await Promise.all(others);
  expect(entered).toHaveLength(4);
});

test('a 401 on a proven credential holds it back as well, and each one under way prolongs it [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  accept(await enter('a'));
  const [b, c] = [await enter('b'), await enter('c')];
  expect(b.answered(401)).toBeUndefined();
  await clock.advance(10_000);
  expect(c.answered(401)).toBeUndefined();
  await clock.advance(15 * minute - 1);
  await expect(enter('d')).rejects.toMatchObject({ name: 'AuthenticationError' });
  await clock.advance(1);
  await expect(enter('e')).resolves.toBeDefined();
});

test('an answer to a request from before the 401 does not free the credential [AUTH-7]', async () => {
  const { enter } = setUp();
  accept(await enter('a'));
  const [b, c] = [await enter('b'), await enter('c')];
  b.answered(401);
  expect(accept(c)).toBeUndefined();
  await expect(enter('d')).rejects.toMatchObject({ name: 'AuthenticationError' });
});

test('a proof is believed for a minute, and each answer renews it [AUTH-7]', async () => {
  const { enter, entered, clock } = setUp();
  accept(await enter('a'));
  await clock.advance(minute - 1);
  const [b, c] = [await enter('b'), await enter('c')];
  accept(b);
  c.release();
  await clock.advance(minute - 1);
  for (const permit of await Promise.all([enter('d'), enter('e')])) permit.release();
  await clock.advance(1);
  const probe = await enter('f');
  const others = [enter('g'), enter('h')];
  await settled();
  expect(entered).toHaveLength(6);
  accept(probe);
  await Promise.all(others);
});

test('a late answer to another request proves the credential as well as the probe would [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  accept(await enter('a'));
  const late = await enter('b');
  await clock.advance(minute);
  const probe = await enter('c');
  const waiting = enter('d');
  accept(late);
  await waiting;
  probe.answered(500);
  await Promise.all([enter('e'), enter('f')]);
});

test('an answer from before that tells nothing makes no second probe [AUTH-7]', async () => {
  const { enter, entered, clock } = setUp();
  accept(await enter('a'));
  const late = await enter('b');
  await clock.advance(minute);
  await enter('c');
  void enter('d');
  await settled();
  late.answered(500);
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1', 'c with svc_1']);
});

test('only the first verdict of a pass counts', async () => {
  const { enter } = setUp();
  const pass = await enter('a');
  expect(accept(pass)).toBeUndefined();
  expect(pass.answered(401)).toBeUndefined();
  await expect(enter('b')).resolves.toBeDefined();
});

test('a pass tells when its token may no longer be sent', async () => {
  const { enter } = setUp();
  const a = await enter('a');
  accept(a);
  const b = await enter('b');
  expect(b.isCurrent()).toBe(true);
  a.answered(401);
  expect(b.isCurrent()).toBe(true);
  (await enter('c')).answered(401);
  expect(b.isCurrent()).toBe(false);
});

test('a token function is asked once for all who wait, and its token is kept [GAP-11]', async () => {
  const { asked, provider } = tokens();
  const { enter, entered } = setUp(provider);
  const calls = Array.from({ length: 50 }, (_, call) => enter(`${call}`));
  for (const call of calls) accept(await call);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toEqual({ signal: expect.any(AbortSignal) });
  expect(new Set(entered.map((line) => line.split(' ').at(-1)))).toEqual(new Set(['token-1']));
});

test('a new token is asked for shortly before the old one ends', async () => {
  const { asked, provider } = tokens(60 * minute);
  const { enter, clock } = setUp(provider);
  const pass = await enter('a');
  accept(pass);
  await clock.advance(60 * minute - 30_001);
  await expect(enter('b')).resolves.toMatchObject({ token: 'token-1' });
  expect(pass.isCurrent()).toBe(true);
  await clock.advance(1);
  expect(pass.isCurrent()).toBe(false);
  const [c] = [await enter('c'), enter('d')];
  expect(c.token).toBe('token-2');
  expect(asked).toHaveLength(2);
  expect(asked[1]).not.toHaveProperty('rejected');
});

test('the end of a token may be told as text', async () => {
  const provider = vi.fn(() => ({ token: 'token', expiresAt: '2026-04-01T10:00:00.000Z' }));
  const { enter, clock } = setUp(provider);
  accept(await enter('a'));
  await clock.advance(60 * minute - 30_001);
  await enter('b');
  expect(provider).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await enter('c');
  expect(provider).toHaveBeenCalledTimes(2);
});

test('a token that does not live long keeps nine tenths of its life', async () => {
  const { asked, provider } = tokens(100_000);
  const { enter, clock } = setUp(provider);
  accept(await enter('a'));
  await clock.advance(89_999);
  await enter('b');
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  await enter('c');
  expect(asked).toHaveLength(2);
});

test('a token that has ended before it came is used until it is refused: the clocks disagree', async () => {
  const { asked, provider } = tokens(0);
  const { enter, clock } = setUp(provider);
  accept(await enter('a'));
  await clock.advance(60 * minute);
  await expect(enter('b')).resolves.toMatchObject({ token: 'token-1' });
  expect(asked).toHaveLength(1);
});

test('when the token is about to end while calls wait for the probe, they ask for another', async () => {
  const { provider } = tokens(900);
  const { enter, entered, clock } = setUp(provider);
  const probe = await enter('a');
  void enter('b');
  void enter('c');
  await settled();
  await clock.advance(900);
  probe.answered(500);
  await settled();
  expect(entered).toEqual(['a with token-1', 'b with token-2']);
});

test('a 401 asks for another token, telling which was refused, and the new one is proven first [AUTH-3] [AUTH-7]', async () => {
  const { asked, provider } = tokens();
  const { enter, entered } = setUp(provider);
  const first = await enter('a');
  accept(first);
  const [b, c] = [await enter('b'), await enter('c')];
  expect(b.answered(401)).toBe('renew');
  expect(c.isCurrent()).toBe(false);
  expect(c.answered(401)).toBe('renew');
  void enter('b again');
  void enter('c again');
  await settled();
  expect(asked.map(({ rejected }) => rejected)).toEqual([undefined, 'token-1']);
  expect(entered.slice(3)).toEqual(['b again with token-2']);
});

test("the second 401 in a row holds the function's tokens back for 15 minutes [AUTH-3] [AUTH-7]", async () => {
  const { asked, provider } = tokens();
  const { enter, clock } = setUp(provider);
  expect((await enter('a')).answered(401)).toBe('renew');
  const waiting = [enter('a again'), enter('b')] as const;
  await settled();
  expect((await waiting[0]).answered(401)).toBeUndefined();
  await expect(waiting[1]).rejects.toMatchObject({ name: 'AuthenticationError' });
  await clock.advance(15 * minute - 1);
  await expect(enter('c')).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(asked).toHaveLength(2);
  await clock.advance(1);
  const probe = await enter('d');
  expect(asked[2]).toMatchObject({ rejected: 'token-2' });
  expect(probe.answered(401), 'the third in a row').toBeUndefined();
});

test('an accepted token makes the next 401 the first in a row again [AUTH-7]', async () => {
  const { provider } = tokens();
  const { enter } = setUp(provider);
  expect((await enter('a')).answered(401)).toBe('renew');
  accept(await enter('a again'));
  expect((await enter('b')).answered(401)).toBe('renew');
});

test('a late success of a refused token says nothing of the next one [AUTH-7]', async () => {
  const { provider } = tokens();
  const { enter } = setUp(provider);
  accept(await enter('a'));
  const [b, late] = [await enter('b'), await enter('c')];
  expect(b.answered(401)).toBe('renew');
  accept(late);
  expect((await enter('b again')).answered(401), 'the second in a row').toBeUndefined();
});

test('a late 401 of a token that was replaced says nothing of the new one [AUTH-7]', async () => {
  const { asked, provider } = tokens(60 * minute);
  const { enter, clock } = setUp(provider);
  const old = await enter('a');
  accept(old);
  const late = await enter('b');
  await clock.advance(60 * minute);
  accept(await enter('c'));
  expect(late.answered(401)).toBe('renew');
  await expect(enter('d')).resolves.toMatchObject({ token: 'token-2' });
  expect((await enter('e')).answered(401)).toBe('renew');
  expect((await enter('f')).token).toBe('token-3');
  expect(asked).toHaveLength(3);
});

test('a refused token is not sent again, however often it is given [AUTH-7]', async () => {
  const provider = vi.fn(() => 'stale');
  const { enter, clock } = setUp(provider);
  (await enter('a')).answered(401);
  await expect(enter('b')).rejects.toMatchObject({ message: 'The accessToken function gave the refused token again' });
  await expect(enter('c')).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(provider.mock.calls.at(-1)).toEqual([expect.objectContaining({ rejected: 'stale' })]);
  provider.mockReturnValueOnce('fresh');
  accept(await enter('d'));
  await clock.advance(15 * minute);
  (await enter('e')).answered(401);
  await expect(enter('f')).resolves.toMatchObject({ token: 'stale' });
});

test('a refused token is remembered also when another was refused after it [AUTH-7]', async () => {
  const answers = ['first', 'second', 'first'];
  const { enter } = setUp(() => answers.shift() ?? 'none');
  (await enter('a')).answered(401);
  accept(await enter('a again'));
  expect((await enter('b')).answered(401)).toBe('renew');
  await expect(enter('b again')).rejects.toMatchObject({
    message: 'The accessToken function gave the refused token again',
  });
});

test('a token that is refused while the function already looks for the next one is not taken for new [AUTH-7]', async () => {
  const first = Promise.withResolvers<string>();
  const answers = [Promise.resolve({ token: 'old', expiresAt: new Date(start + minute) }), first.promise, 'new'];
  const provider = vi.fn((_: TokenRequest) => answers.shift() ?? 'none');
  const { enter, clock } = setUp(provider);
  const old = await enter('a');
  await clock.advance(minute);
  const next = enter('b');
  await settled();
  old.answered(401);
  first.resolve('old');
  await expect(next).resolves.toMatchObject({ token: 'new' });
  expect(provider.mock.calls.map(([{ rejected }]) => rejected)).toEqual([undefined, undefined, 'old']);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no network');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no network'))],
])(
  'a token function that %s fails the calls that waited for it with a CredentialError, and is asked again by the next',
  async (_, failure) => {
    const provider = vi.fn<() => string | Promise<string>>(() => 'token').mockImplementationOnce(failure);
    const { enter } = setUp(provider);
    const calls = [enter('a'), enter('b')];
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({
        name: 'CredentialError',
        message: expect.stringContaining('the accessToken function failed'),
        cause: { message: 'no network' },
      });
    }
    await expect(enter('c')).resolves.toMatchObject({ token: 'token' });
    expect(provider).toHaveBeenCalledTimes(2);
  },
);

test.each([
  ['an empty string', '', 'must not be empty'],
  ['nothing', undefined, 'must be a string, not undefined'],
  ['null', null, 'must be a string, not null'],
  ['a number', 4711, 'must be a string, not number'],
  ['an object without a token', {}, 'must be a string, not undefined'],
  ['a line break at the end', 'S3CRET\n', 'has white space at position 7 of 7'],
  ['an ellipsis', 'S3C…RET', 'has a character that no header can carry at position 4 of 7'],
  ['an expiry that is no date', { token: 'S3CRET', expiresAt: 'soon' }, 'expiresAt'],
  ['an expiry that is a number', { token: 'S3CRET', expiresAt: 1_800_000_000 }, 'expiresAt'],
])('a token function that gives %s fails with a CredentialError that does not quote it', async (_, given, message) => {
  // What JavaScript callers can do, types aside.
  const { enter } = setUp((() => given) as () => string);
  const error = await enter('a').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'CredentialError', message: expect.stringContaining(message) });
  expect(String(error)).not.toMatch(/S3C|4711/);
});

test('the token function is told when no call waits any more, and not before', async () => {
  const answer = Promise.withResolvers<string>();
  const provider = vi.fn((_: TokenRequest) => answer.promise);
  const { enter } = setUp(provider);
  const [one, other] = [new AbortController(), new AbortController()];
  const calls = Promise.allSettled([enter('a', one.signal), enter('b', other.signal)]);
  await settled();
  const signal = provider.mock.calls[0]?.[0].signal;
  one.abort();
  await settled();
  expect(signal?.aborted).toBe(false);
  other.abort();
  await calls;
  expect(signal?.aborted).toBe(true);
  expect(signal?.reason).toMatchObject({
    name: 'AbortError',
    message: 'No call waits for the token any more',
  });

  const next = enter('c');
  answer.resolve('token');
  await expect(next).resolves.toMatchObject({ token: 'token' });
  expect(provider).toHaveBeenCalledTimes(2);
});

test('a token that comes when no call waits any more is not kept', async () => {
  const abandoned = Promise.withResolvers<string>();
  const provider = vi
    .fn((_: TokenRequest): string | Promise<string> => 'token-2')
    .mockReturnValueOnce(abandoned.promise);
  const { enter } = setUp(provider);
  const abort = new AbortController();
  const gone = enter('a', abort.signal);
  await settled();
  abort.abort('gone');
  await expect(gone).rejects.toBe('gone');
  const next = await enter('b');
  abandoned.resolve('token-1');
  await settled();
  accept(next);
  await expect(enter('c')).resolves.toMatchObject({ token: 'token-2' });
});

test('the signal that the token function got does not abort once it has answered', async () => {
  const { asked, provider } = tokens();
  const { enter } = setUp(provider);
  const abort = new AbortController();
  await enter('a', abort.signal);
  abort.abort();
  await settled();
  expect(asked[0]?.signal.aborted).toBe(false);
});

/** What a promise is worth now: its permit, or nothing yet. */
async function granted(calls: Promise<Permit>[]): Promise<Permit[]> {
  await settled();
  const pending = Symbol();
  const all = await Promise.all(calls.map((call) => Promise.race([call, pending])));
  return all.filter((permit) => typeof permit !== 'symbol');
}

test('on a proven key 4 requests are under way at once, on proven tokens of a function 3 [AUTH-7]', async () => {
  for (const [credential, most] of [['svc_1', 4] as const, [() => 'token', 3] as const]) {
    const { enter } = setUp(credential);
    accept(await enter('probe'));
    const permits = await granted(Array.from({ length: 10 }, () => enter('call')));
    expect(permits).toHaveLength(most);
  }
});

test('a place is free again at the status line, before it is known whether the answer is a proof [AUTH-7]', async () => {
  const { enter, entered } = setUp();
  const probe = await enter('a');
  void enter('b');
  probe.answered(200);
  await settled();
  expect(entered).toHaveLength(2);
});

test('with fewer failures left, fewer are under way; the last may still go alone [AUTH-7]', async () => {
  const { enter, ledger } = setUp();
  accept(await enter('probe'));
  for (const most of [3, 2, 1, 1, 1]) {
    ledger.failed('another');
    const abort = new AbortController();
    const calls = Array.from({ length: 6 }, () => enter('call', abort.signal));
    const permits = await granted(calls);
    expect(permits).toHaveLength(most);
    abort.abort('enough');
    await Promise.allSettled(calls);
    for (const permit of permits) permit.release();
  }
});

test("with fewer failures left, fewer of a function's tokens are under way: one failure is kept for the next token [AUTH-7]", async () => {
  const { enter, ledger } = setUp(() => 'token');
  accept(await enter('probe'));
  for (const most of [2, 1, 1]) {
    ledger.failed('svc_other');
    const abort = new AbortController();
    const calls = Array.from({ length: 6 }, () => enter('call', abort.signal));
    const permits = await granted(calls);
    expect(permits).toHaveLength(most);
    abort.abort('enough');
    await Promise.allSettled(calls);
    for (const permit of permits) permit.release();
  }
});

test('a proof ends after a minute to the millisecond: then one call goes ahead again [AUTH-7]', async () => {
  for (const [after, most] of [[minute - 1, 4] as const, [minute, 1] as const]) {
    const { enter, clock } = setUp();
    accept(await enter('probe'));
    await clock.advance(after);
    const calls = Array.from({ length: 6 }, () => enter('call'));
    expect(await granted(calls)).toHaveLength(most);
  }
});

test('however long nothing is answered, no more probes are out than failures are left [AUTH-7]', async () => {
  for (const [most, hasWorked] of [3, 2, 1].flatMap((left) => [[left, false] as const, [left, true] as const])) {
    const { enter, clock, ledger } = setUp();
    if (hasWorked) accept(await enter('long ago'));
    await clock.advance(minute);
    for (let failures = 4 - most; failures > 0; failures--) ledger.failed('svc_other');
    const calls = Array.from({ length: 10 }, () => enter('call', undefined, 30_000));
    await clock.advance(1_000);
    expect(await granted(calls)).toHaveLength(most);
    await clock.advance(10_000);
    expect(await granted(calls)).toHaveLength(most);
  }
});

test('after a second without any status, 4 probes are out at once [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  const calls = Array.from({ length: 10 }, () => enter('call'));
  expect(await granted(calls)).toHaveLength(1);
  await clock.advance(999);
  expect(await granted(calls)).toHaveLength(1);
  await clock.advance(1);
  const permits = await granted(calls);
  expect(permits).toHaveLength(4);
  for (const permit of permits) expect(permit.answered(401)).toBeUndefined();
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(6);
});

test('whoever waited as long as its timeout while nobody was answered expires too, unsent [AUTH-7]', async () => {
  const { enter, entered, clock } = setUp();
  const probe = await enter('a', undefined, 500);
  const others = [enter('b', undefined, 500), enter('c', undefined, 500), enter('patient', undefined, 800)];
  await clock.advance(500);
  probe.expired();
  await settled();
  expect(entered.slice(1)).toEqual(['b: TimeoutError', 'c: TimeoutError', 'patient with svc_1']);
  await Promise.allSettled(others);
});

test('an attempt that expires while others were answered expires nobody else', async () => {
  const { enter, entered, clock } = setUp();
  accept(await enter('probe'));
  const [slow, quick] = [await enter('slow'), await enter('quick')];
  for (const name of ['x', 'y']) await enter(name);
  void enter('waits', undefined, 500);
  await clock.advance(500);
  quick.answered(500);
  slow.expired();
  await settled();
  expect(entered.at(-1)).toBe('waits with svc_1');
});

test('a 401 alone on a key that worked is tried again after 4 minutes, by one call [AUTH-7]', async () => {
  const { enter, entered, clock } = setUp();
  accept(await enter('a'));
  (await enter('b')).answered(401);
  await clock.advance(4 * minute - 1);
  await expect(enter('c')).rejects.toMatchObject({ message: expect.stringContaining('held back for another 1 s') });
  await clock.advance(1);
  const probe = await enter('d');
  const other = enter('e');
  await settled();
  expect(entered.at(-1)).toBe('d with svc_1');
  accept(probe);
  await other;
});

test('a key that worked is held back for 15 minutes where its 401 was not the only failure [AUTH-7]', async () => {
  const { enter, clock, ledger } = setUp();
  accept(await enter('a'));
  ledger.failed('svc_other');
  (await enter('b')).answered(401);
  await clock.advance(15 * minute - 1);
  await expect(enter('c')).rejects.toMatchObject({ message: expect.stringContaining('held back for another 1 s') });
});

test('a key that stays refused meets at most 4 of 401 in any 15 minutes, for as long as it is tried [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  accept(await enter('a'));
  const refusedAt: number[] = [];
  for (let time = 0; time < 240; time++) {
    const probe = await enter('call').catch(() => undefined);
    if (probe) {
      probe.answered(401);
      refusedAt.push(clock.now());
    }
    await clock.advance(minute);
  }
  expect(refusedAt.length).toBeGreaterThan(12);
  expect(mostIn15Minutes(refusedAt)).toBeLessThanOrEqual(4);
});

function mostIn15Minutes(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 15 * minute).length));
}

test('six bad keys beside a proven one: three are tried, the others fail at once, and the proven one goes on [AUTH-7]', async () => {
  const clock = virtualClock({ now: start });
  const ledger = new Ledger(clock);
  const good = guarded({ credential: 'svc_good', clock, ledger });
  accept(await good.enter());
  const bad = Array.from({ length: 6 }, (_, key) => guarded({ credential: `svc_bad${key}`, clock, ledger }));
  const probes = bad.map(({ enter }) => enter());
  const sent = await granted(probes);
  expect(sent).toHaveLength(3);
  for (const probe of sent) probe.answered(401);
  await clock.advance(100);
  const refused = await Promise.allSettled(probes);
  expect(refused.slice(3)).toMatchObject(
    Array.from({ length: 3 }, () => ({
      reason: {
        name: 'AuthenticationError',
        message:
          'Failed authentications in the last 15 minutes: 3; after 5 the service locks out. A credential that was refused, ' +
          'or has not worked before, is held back for another 900 s, until 2026-04-01T09:15:00.000Z: this call was not sent',
      },
    })),
  );
  await clock.advance(10 * minute);
  accept(await good.enter());
  await clock.advance(5 * minute);
  await expect(guarded({ credential: 'svc_new', clock, ledger }).enter()).resolves.toMatchObject({ isProbe: true });
});

test('`concurrency` lets out as many as it says on a proven credential, and one on another', async () => {
  const { enter } = setUp('svc_1', { protection: { concurrency: 20 } });
  const calls = Array.from({ length: 50 }, () => enter('call'));
  const [probe] = await granted(calls);
  expect(await granted(calls)).toHaveLength(1);
  if (probe) accept(probe);
  expect(await granted(calls)).toHaveLength(21);
});

test('without protection nothing waits, and nothing is remembered of a 401', async () => {
  const { enter, ledger } = setUp('svc_1', { protection: false });
  const permits = await granted(Array.from({ length: 50 }, () => enter('call')));
  expect(permits).toHaveLength(50);
  for (const permit of permits) permit.answered(401);
  expect(ledger.failures).toBe(0);
  await expect(enter('next')).resolves.toBeDefined();
});

test('without protection a refused token is still replaced [AUTH-3]', async () => {
  const { asked, provider } = tokens();
  const { enter } = setUp(provider, { protection: false });
  expect((await enter('a')).answered(401)).toBe('renew');
  expect((await enter('a again')).token).toBe('token-2');
  expect(asked[1]).toMatchObject({ rejected: 'token-1' });
});

test.each([10_000, -10_000])(
  'when somebody sets the date by %i ms, a token is still replaced in good time [AUTH-3]',
  async (step) => {
    const time = virtualClock({ now: start });
    let offset = 0;
    const clock: Clock = {
      now: () => time.now(),
      sleep: (ms, signal) => time.sleep(ms, signal),
      date: () => time.now() + offset,
    };
    const credential = vi.fn(() => ({
      token: `token-${time.now()}`,
      expiresAt: new Date(time.now() + offset + 10 * minute),
    }));
    const { enter } = guarded({ credential, clock });
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
  },
);

test('failures that a clock shows ahead of now, because it was set back, count from now', async () => {
  const clock = virtualClock({ now: start });
  const ledger = new Ledger(clock);
  for (let failure = 0; failure < 4; failure++) ledger.failed('token');
  await clock.set(start - 60 * minute);
  expect(ledger.left(true)).toBe(0);
  await clock.advance(15 * minute);
  expect(ledger.left(true)).toBe(4);
});
