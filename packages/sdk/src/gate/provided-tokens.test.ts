import { virtualClock } from '@issue-tracking/mock';
import type { Clock } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { type AdmissionsOptions, accept, admissions, reject } from '../../test/support/admissions.ts';
import type { AccessToken, TokenRequest } from './provider.ts';

const start = Date.parse('2026-04-01T09:00:00.000Z');
const minute = 60_000;

function setUp(credential: AccessToken, options: Partial<AdmissionsOptions> = {}) {
  const clock = virtualClock({ now: start });
  const { enter: pass, ...rest } = admissions({ credential, clock, ...options });
  const entered: string[] = [];
  function enter(name: string, signal?: AbortSignal) {
    const admission = pass({ signal });
    admission.then(
      ({ token }) => entered.push(`${name} with ${token}`),
      (reason) => entered.push(`${name}: ${reason?.name ?? reason}`),
    );
    return admission;
  }
  return { clock, enter, entered, ...rest };
}

/** Returns `token 1`, `token 2` and so on; records its arguments. */
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

test('a token function is called once for all waiting calls, and its token is cached [GAP-11]', async () => {
  const { asked, provider } = tokens();
  const { enter, entered } = setUp(provider);
  const calls = Array.from({ length: 50 }, (_, call) => enter(`${call}`));
  for (const call of calls) accept(await call);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toEqual({ signal: expect.any(AbortSignal) });
  expect(new Set(entered.map((line) => line.split(' ').at(-1)))).toEqual(new Set(['token-1']));
});

test('a new token is requested 30 s before the old one expires', async () => {
  const { asked, provider } = tokens(60 * minute);
  const { enter, clock } = setUp(provider);
  const pass = await enter('a');
  accept(pass);
  await clock.advance(60 * minute - 30_001);
  await expect(enter('b')).resolves.toMatchObject({ token: 'token-1' });
  await clock.advance(1);
  const [c] = [await enter('c'), enter('d')];
  expect(c.token).toBe('token-2');
  expect(asked).toHaveLength(2);
  expect(asked[1]).not.toHaveProperty('rejected');
});

test('expiresAt may be an ISO 8601 string', async () => {
  const provider = vi.fn(() => ({ token: 'token', expiresAt: '2026-04-01T10:00:00.000Z' }));
  const { enter, clock } = setUp(provider);
  accept(await enter('a'));
  await clock.advance(60 * minute - 30_001);
  accept(await enter('b'));
  expect(provider).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await enter('c');
  expect(provider).toHaveBeenCalledTimes(2);
});

test('a short-lived token is used for nine tenths of its lifetime', async () => {
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

test('a token that is already expired when it arrives is used until it is rejected, because the clocks may differ', async () => {
  const { asked, provider } = tokens(0);
  const { enter, clock } = setUp(provider);
  accept(await enter('a'));
  await clock.advance(60 * minute);
  await expect(enter('b')).resolves.toMatchObject({ token: 'token-1' });
  expect(asked).toHaveLength(1);
});

test('calls that wait for the probe request another token when the current one expires', async () => {
  const { provider } = tokens(900);
  const { enter, entered, clock } = setUp(provider);
  const probe = await enter('a');
  void enter('b');
  void enter('c');
  await settled();
  await clock.advance(900);
  probe.statusReceived(500, true);
  await settled();
  expect(entered).toEqual(['a with token-1', 'b with token-2']);
});

test('after a 401 the function is called with the rejected token, and a probe tests the new one [AUTH-3] [AUTH-7]', async () => {
  const { asked, provider } = tokens();
  const { enter, entered } = setUp(provider);
  const first = await enter('a');
  accept(first);
  const [b, c] = [await enter('b'), await enter('c')];
  expect(reject(b)).toBe(true);
  expect(reject(c)).toBe(true);
  void enter('b again');
  void enter('c again');
  await settled();
  expect(asked.map(({ rejected }) => rejected)).toEqual([undefined, 'token-1']);
  expect(entered.slice(3)).toEqual(['b again with token-2']);
});

test('the second 401 in a row opens the circuit: the function is called again after a minute, and after the third 401 once 15 minutes are over [AUTH-3] [AUTH-7]', async () => {
  const { asked, provider } = tokens();
  const { enter, clock } = setUp(provider);
  expect(reject(await enter('a'))).toBe(true);
  const waiting = [enter('a again'), enter('b')] as const;
  await settled();
  expect(reject(await waiting[0])).toBe(false);
  await expect(waiting[1]).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: clock.now() + minute });
  await clock.advance(minute - 1);
  await expect(enter('c')).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(asked).toHaveLength(2);
  await clock.advance(1);
  const trial = await enter('d');
  expect(asked[2]).toMatchObject({ rejected: 'token-2' });
  expect(reject(trial), 'the third in a row').toBe(false);
  await expect(enter('e')).rejects.toMatchObject({ retryAt: start + 15 * minute });
});

test('a success resets the number of 401s in a row [AUTH-7]', async () => {
  const { provider } = tokens();
  const { enter } = setUp(provider);
  expect(reject(await enter('a'))).toBe(true);
  accept(await enter('a again'));
  expect(reject(await enter('b'))).toBe(true);
});

test('a late success of a rejected token does not count for the next token [AUTH-7]', async () => {
  const { provider } = tokens();
  const { enter } = setUp(provider);
  accept(await enter('a'));
  const [b, late] = [await enter('b'), await enter('c')];
  expect(reject(b)).toBe(true);
  accept(late);
  expect(reject(await enter('b again')), 'the second in a row').toBe(false);
});

test('a late 401 of a replaced token does not count for the new token [AUTH-7]', async () => {
  const { asked, provider } = tokens(60 * minute);
  const { enter, clock } = setUp(provider);
  const old = await enter('a');
  accept(old);
  const late = await enter('b');
  await clock.advance(60 * minute);
  accept(await enter('c'));
  expect(reject(late)).toBe(true);
  await expect(enter('d')).resolves.toMatchObject({ token: 'token-2' });
  expect(reject(await enter('e'))).toBe(true);
  expect((await enter('f')).token).toBe('token-3');
  expect(asked).toHaveLength(3);
});

test('a token that the function returns again is blocked like a fixed one, and the function is called at most once a second [AUTH-7]', async () => {
  const provider = vi.fn(() => 'stale');
  const { enter, clock } = setUp(provider);
  reject(await enter('a'));
  for (let call = 0; call < 20; call++) {
    await expect(enter('b')).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 5000 });
    await clock.advance(100);
  }
  expect(provider.mock.calls.length).toBeLessThanOrEqual(4);
  expect(provider.mock.calls.at(-1)).toEqual([expect.objectContaining({ rejected: 'stale' })]);
  await clock.advance(3000);
  expect((await enter('probe')).token).toBe('stale');
});

test('another token ends the block of the one before at once, and that one keeps its failures [AUTH-7]', async () => {
  let token = 'first';
  const { enter, clock } = setUp(() => token);
  reject(await enter('a'));
  await expect(enter('b')).rejects.toMatchObject({ name: 'AuthenticationError' });
  token = 'second';
  await clock.advance(1000);
  accept(await enter('b'));
  token = 'first';
  expect(reject(await enter('c'))).toBe(true);
  await expect(enter('c again')).rejects.toMatchObject({ name: 'AuthenticationError', retryAt: start + 5000 });
});

test('a token rejected during a call of the function does not count as new when the function returns it [AUTH-7]', async () => {
  const first = Promise.withResolvers<string>();
  const answers = [Promise.resolve({ token: 'old', expiresAt: new Date(start + minute) }), first.promise, 'new'];
  const provider = vi.fn((_: TokenRequest) => answers.shift() ?? 'none');
  const { enter, clock } = setUp(provider);
  const old = await enter('a');
  await clock.advance(minute);
  const next = enter('b');
  await settled();
  reject(old);
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
  'a token function that %s rejects the waiting calls with a CredentialError, and the next call runs it again',
  async (_, failure) => {
    const provider = vi.fn<() => string | Promise<string>>(() => 'token').mockImplementationOnce(failure);
    const { enter } = setUp(provider);
    const calls = [enter('a'), enter('b')];
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({
        name: 'CredentialError',
        message: expect.stringContaining('the accessToken function failed: no network'),
        cause: { message: 'no network' },
      });
    }
    await expect(enter('c')).resolves.toMatchObject({ token: 'token' });
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
  ['an expiresAt that is no date', { token: 'S3CRET', expiresAt: 'soon' }, 'expiresAt'],
  ['an expiresAt that is a number', { token: 'S3CRET', expiresAt: 1_800_000_000 }, 'expiresAt'],
])(
  'a token function that returns %s rejects the call with a CredentialError that does not contain the value',
  async (_, given, message) => {
    // JavaScript callers can return any value.
    const { enter } = setUp((() => given) as () => string);
    const error = await enter('a').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'CredentialError', message: expect.stringContaining(message) });
    expect(String(error)).not.toMatch(/S3C|4711/);
  },
);

test('the signal of the token function aborts once no call waits, and not before', async () => {
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

test('a token that arrives after its last call has left is not cached', async () => {
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

test('the signal of the token function does not abort after the function has returned', async () => {
  const { asked, provider } = tokens();
  const { enter } = setUp(provider);
  const abort = new AbortController();
  await enter('a', abort.signal);
  abort.abort();
  await settled();
  expect(asked[0]?.signal.aborted).toBe(false);
});

test('without protection a rejected token is still replaced [AUTH-3]', async () => {
  const { asked, provider } = tokens();
  const { enter } = setUp(provider, { isProtected: false });
  expect(reject(await enter('a'))).toBe(true);
  expect((await enter('a again')).token).toBe('token-2');
  expect(asked[1]).toMatchObject({ rejected: 'token-1' });
});

test.each([10_000, -10_000])(
  'after the date changes by %i ms, a token is still refreshed in time [AUTH-3]',
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
  },
);
