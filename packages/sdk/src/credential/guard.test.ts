import { virtualClock } from '@issue-tracking/mock';
import { AuthenticationError } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { Guard } from './guard.ts';
import type { AccessToken, TokenRequest } from './provider.ts';

const start = Date.parse('2026-04-01T09:00:00.000Z');
const minute = 60_000;

function setUp(credential: AccessToken = 'svc_1') {
  const clock = virtualClock({ now: start });
  const onLatch = vi.fn();
  const guard = new Guard({ credential, clock, onLatch });
  const entered: string[] = [];
  function enter(name: string, signal?: AbortSignal) {
    const pass = guard.enter({ signal });
    pass.then(
      ({ token }) => entered.push(`${name} with ${token}`),
      (error) => entered.push(`${name}: ${error instanceof Error ? error.name : error}`),
    );
    return pass;
  }
  return { clock, guard, enter, entered, onLatch };
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
  probe.settle('accepted');
  await others;
  await enter('d');
  expect(entered).toEqual(['a with svc_1', 'b with svc_1', 'c with svc_1', 'd with svc_1']);
});

test('a probe that tells nothing makes the next in line the probe [AUTH-7]', async () => {
  const { enter, entered } = setUp();
  const probe = await enter('a');
  const next = enter('b');
  void enter('c');
  probe.settle('unknown');
  (await next).settle('unknown');
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1', 'c with svc_1']);
});

test('the line is kept: who comes while a probe is replaced waits behind the others', async () => {
  const { enter, entered } = setUp();
  const probe = await enter('a');
  void enter('b');
  await settled();
  probe.settle('unknown');
  void enter('c');
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1']);
});

test('when the only probe tells nothing the next call is one [AUTH-7]', async () => {
  const { enter, entered } = setUp();
  (await enter('a')).settle('unknown');
  await enter('b');
  void enter('c');
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1']);
});

test('an unknown outcome says nothing about a proven credential', async () => {
  const { enter, entered } = setUp();
  (await enter('a')).settle('accepted');
  (await enter('b')).settle('unknown');
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
  probe.settle('unknown');
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
  probe.settle('accepted');
  await next;
  expect(add).toHaveBeenCalledWith('abort', expect.any(Function), { once: true });
  expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
});

test('after a 401 calls fail at once for 15 minutes, those that waited too [AUTH-3] [AUTH-7]', async () => {
  const { enter, entered, clock, onLatch, guard } = setUp();
  const probe = await enter('a');
  const waiting = [enter('b'), enter('c')];
  await settled();
  expect(probe.settle('rejected')).toBe('final');
  for (const call of waiting) await expect(call).rejects.toBeInstanceOf(AuthenticationError);
  expect(onLatch).toHaveBeenCalledExactlyOnceWith(expect.any(AuthenticationError));
  await clock.advance(15 * minute - 1000);
  await expect(enter('d')).rejects.toThrow('401 The credential was refused; it is held back for another 1 s.');
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
  (await enter('a')).settle('rejected');
  await clock.advance(15 * minute);
  const probe = await enter('b');
  const others = [enter('c'), enter('d')];
  probe.settle('accepted');
  await Promise.all(others);
  expect(entered).toHaveLength(4);
});

test('a 401 on a proven credential holds it back as well, and each one under way prolongs it [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  (await enter('a')).settle('accepted');
  const [b, c] = [await enter('b'), await enter('c')];
  expect(b.settle('rejected')).toBe('final');
  await clock.advance(10_000);
  expect(c.settle('rejected')).toBe('final');
  await clock.advance(15 * minute - 1);
  await expect(enter('d')).rejects.toBeInstanceOf(AuthenticationError);
  await clock.advance(1);
  await expect(enter('e')).resolves.toBeDefined();
});

test('an answer to a request from before the 401 does not free the credential [AUTH-7]', async () => {
  const { enter } = setUp();
  (await enter('a')).settle('accepted');
  const [b, c] = [await enter('b'), await enter('c')];
  b.settle('rejected');
  expect(c.settle('accepted')).toBeUndefined();
  await expect(enter('d')).rejects.toBeInstanceOf(AuthenticationError);
});

test('a proof is believed for a minute, and each answer renews it [AUTH-7]', async () => {
  const { enter, entered, clock } = setUp();
  (await enter('a')).settle('accepted');
  await clock.advance(minute - 1);
  const [b] = [await enter('b'), await enter('c')];
  b.settle('accepted');
  await clock.advance(minute - 1);
  await Promise.all([enter('d'), enter('e')]);
  await clock.advance(1);
  const probe = await enter('f');
  const others = [enter('g'), enter('h')];
  await settled();
  expect(entered).toHaveLength(6);
  probe.settle('accepted');
  await Promise.all(others);
});

test('a late answer to another request proves the credential as well as the probe would [AUTH-7]', async () => {
  const { enter, clock } = setUp();
  (await enter('a')).settle('accepted');
  const late = await enter('b');
  await clock.advance(minute);
  const probe = await enter('c');
  const waiting = enter('d');
  late.settle('accepted');
  await waiting;
  probe.settle('unknown');
  await Promise.all([enter('e'), enter('f')]);
});

test('an answer from before that tells nothing makes no second probe [AUTH-7]', async () => {
  const { enter, entered, clock } = setUp();
  (await enter('a')).settle('accepted');
  const late = await enter('b');
  await clock.advance(minute);
  await enter('c');
  void enter('d');
  await settled();
  late.settle('unknown');
  await settled();
  expect(entered).toEqual(['a with svc_1', 'b with svc_1', 'c with svc_1']);
});

test('only the first verdict of a pass counts', async () => {
  const { enter } = setUp();
  const pass = await enter('a');
  expect(pass.settle('accepted')).toBeUndefined();
  expect(pass.settle('rejected')).toBeUndefined();
  await expect(enter('b')).resolves.toBeDefined();
});

test('a pass tells when its token may no longer be sent', async () => {
  const { enter } = setUp();
  const a = await enter('a');
  a.settle('accepted');
  const b = await enter('b');
  expect(b.isCurrent()).toBe(true);
  a.settle('rejected');
  expect(b.isCurrent()).toBe(true);
  (await enter('c')).settle('rejected');
  expect(b.isCurrent()).toBe(false);
});

test('a token function is asked once for all who wait, and its token is kept [GAP-11]', async () => {
  const { asked, provider } = tokens();
  const { enter, entered } = setUp(provider);
  const calls = Array.from({ length: 50 }, (_, call) => enter(`${call}`));
  (await Promise.race(calls)).settle('accepted');
  await Promise.all(calls);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toEqual({ signal: expect.any(AbortSignal) });
  expect(new Set(entered.map((line) => line.split(' ').at(-1)))).toEqual(new Set(['token-1']));
});

test('a new token is asked for shortly before the old one ends', async () => {
  const { asked, provider } = tokens(60 * minute);
  const { enter, clock } = setUp(provider);
  const pass = await enter('a');
  pass.settle('accepted');
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
  (await enter('a')).settle('accepted');
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
  (await enter('a')).settle('accepted');
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
  (await enter('a')).settle('accepted');
  await clock.advance(60 * minute);
  await expect(enter('b')).resolves.toMatchObject({ token: 'token-1' });
  expect(asked).toHaveLength(1);
});

test('when the token is about to end while calls wait for the probe, they ask for another', async () => {
  const { provider } = tokens(60 * minute);
  const { enter, entered, clock } = setUp(provider);
  const probe = await enter('a');
  void enter('b');
  void enter('c');
  await settled();
  await clock.advance(60 * minute);
  probe.settle('unknown');
  await settled();
  expect(entered).toEqual(['a with token-1', 'b with token-2']);
});

test('a 401 asks for another token, telling which was refused, and the new one is proven first [AUTH-3] [AUTH-7]', async () => {
  const { asked, provider } = tokens();
  const { enter, entered } = setUp(provider);
  const first = await enter('a');
  first.settle('accepted');
  const [b, c] = [await enter('b'), await enter('c')];
  expect(b.settle('rejected')).toBe('retry');
  expect(c.isCurrent()).toBe(false);
  expect(c.settle('rejected')).toBe('retry');
  void enter('b again');
  void enter('c again');
  await settled();
  expect(asked.map(({ rejected }) => rejected)).toEqual([undefined, 'token-1']);
  expect(entered.slice(3)).toEqual(['b again with token-2']);
});

test("the second 401 in a row holds the function's tokens back for 15 minutes [AUTH-3] [AUTH-7]", async () => {
  const { asked, provider } = tokens();
  const { enter, clock } = setUp(provider);
  expect((await enter('a')).settle('rejected')).toBe('retry');
  const waiting = [enter('a again'), enter('b')] as const;
  await settled();
  expect((await waiting[0]).settle('rejected')).toBe('final');
  await expect(waiting[1]).rejects.toBeInstanceOf(AuthenticationError);
  await clock.advance(15 * minute - 1);
  await expect(enter('c')).rejects.toBeInstanceOf(AuthenticationError);
  expect(asked).toHaveLength(2);
  await clock.advance(1);
  const probe = await enter('d');
  expect(asked[2]).toMatchObject({ rejected: 'token-2' });
  expect(probe.settle('rejected'), 'the third in a row').toBe('final');
});

test('an accepted token makes the next 401 the first in a row again [AUTH-7]', async () => {
  const { provider } = tokens();
  const { enter } = setUp(provider);
  expect((await enter('a')).settle('rejected')).toBe('retry');
  (await enter('a again')).settle('accepted');
  expect((await enter('b')).settle('rejected')).toBe('retry');
});

test('a late success of a refused token says nothing of the next one [AUTH-7]', async () => {
  const { provider } = tokens();
  const { enter } = setUp(provider);
  (await enter('a')).settle('accepted');
  const [b, late] = [await enter('b'), await enter('c')];
  expect(b.settle('rejected')).toBe('retry');
  late.settle('accepted');
  expect((await enter('b again')).settle('rejected'), 'the second in a row').toBe('final');
});

test('a late 401 of a token that was replaced says nothing of the new one [AUTH-7]', async () => {
  const { asked, provider } = tokens(60 * minute);
  const { enter, clock } = setUp(provider);
  const old = await enter('a');
  old.settle('accepted');
  const late = await enter('b');
  await clock.advance(60 * minute);
  (await enter('c')).settle('accepted');
  expect(late.settle('rejected')).toBe('retry');
  await expect(enter('d')).resolves.toMatchObject({ token: 'token-2' });
  expect((await enter('e')).settle('rejected')).toBe('retry');
  expect((await enter('f')).token).toBe('token-3');
  expect(asked).toHaveLength(3);
});

test('a refused token is not sent again, however often it is given [AUTH-7]', async () => {
  const provider = vi.fn(() => 'stale');
  const { enter, clock } = setUp(provider);
  (await enter('a')).settle('rejected');
  await expect(enter('b')).rejects.toThrow('The accessToken function gave the refused token again');
  await expect(enter('c')).rejects.toBeInstanceOf(AuthenticationError);
  expect(provider.mock.calls.at(-1)).toEqual([expect.objectContaining({ rejected: 'stale' })]);
  provider.mockReturnValueOnce('fresh');
  (await enter('d')).settle('accepted');
  await clock.advance(15 * minute);
  (await enter('e')).settle('rejected');
  await expect(enter('f')).resolves.toMatchObject({ token: 'stale' });
});

test('a refused token is remembered also when another was refused after it [AUTH-7]', async () => {
  const answers = ['first', 'second', 'first'];
  const { enter } = setUp(() => answers.shift() ?? 'none');
  (await enter('a')).settle('rejected');
  (await enter('a again')).settle('accepted');
  expect((await enter('b')).settle('rejected')).toBe('retry');
  await expect(enter('b again')).rejects.toThrow('The accessToken function gave the refused token again');
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
  old.settle('rejected');
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
  next.settle('accepted');
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
