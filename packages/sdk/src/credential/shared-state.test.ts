import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { CredentialGate } from '../call/admission.ts';
import { systemClock } from '../platform/clock.ts';
import { type Identity, type RateLimitSettings, Registry, type SharedState, sharedStateOf } from './shared-state.ts';

const settings: RateLimitSettings = { limit: 100, windowMs: 60_000, onStoreError: 'fail' };

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function identity(changes: Partial<Identity> = {}): Identity {
  return { origin: 'https://issues.test', credential: 'svc_shared', fetch: undefined, clock: systemClock, ...changes };
}

function entrance({ guard }: SharedState): CredentialGate {
  return new CredentialGate({ guard, protection: {}, timeoutMs: 30_000 });
}

test('the same origin, credential, fetch and clock share guard and limiter [LIM-1] [AUTH-7]', () => {
  const one = sharedStateOf(identity());
  const other = sharedStateOf(identity());
  expect(other.guard).toBe(one.guard);
  expect(other.limiter({ ...settings })).toBe(one.limiter(settings));
});

test('the same token function is the same credential', () => {
  const credential = () => 'token';
  expect(sharedStateOf(identity({ credential }))).toBe(sharedStateOf(identity({ credential })));
  expect(sharedStateOf(identity({ credential }))).not.toBe(sharedStateOf(identity({ credential: () => 'token' })));
});

test.each([
  ['origin', { origin: 'https://other.test' }],
  ['credential', { credential: 'svc_other' }],
  ['fetch', { fetch: async () => new Response() }],
  ['clock', { clock: virtualClock() }],
] as const)('another %s shares nothing', (_, change) => {
  expect(sharedStateOf(identity(change))).not.toBe(sharedStateOf(identity()));
});

test('no part of an identity can pass for another', () => {
  const one = sharedStateOf(identity({ origin: 'https://issues.test', credential: 'svc_a","b' }));
  const other = sharedStateOf(identity({ origin: 'https://issues.test","svc_a', credential: 'b' }));
  expect(one).not.toBe(other);
  const [fetch, clock] = [async () => new Response(), virtualClock()];
  const swapped = identity({ fetch: clock as never, clock: fetch as never });
  expect(sharedStateOf(identity({ fetch, clock }))).not.toBe(sharedStateOf(swapped));
});

test('clients with limits of their own divide the rate between them', () => {
  const state = sharedStateOf(identity());
  const limiters = [
    settings,
    { ...settings, limit: 60 },
    { ...settings, windowMs: 1000 },
    { ...settings, onStoreError: 'local' as const },
    { ...settings, store: { acquire: never, settle: never, penalize: never } },
  ].map((setting) => state.limiter(setting));
  expect(new Set(limiters).size).toBe(5);
});
const never = () => new Promise<never>(() => {});

test('a 429 pauses the credential, whichever of its limiters let the request out [LIM-2]', () => {
  const state = sharedStateOf(identity({ clock: virtualClock() }));
  const limiters = [state.limiter(settings), state.limiter({ ...settings, limit: 60 })];
  state.penalize(5000);
  for (const limiter of limiters) expect(limiter.state.pausedUntil).not.toBeNull();
});

test('a 401 also fails the calls that are queued for a slot [AUTH-7]', async () => {
  const state = sharedStateOf(identity({ clock: virtualClock() }));
  const limiter = state.limiter({ ...settings, limit: 1 });
  const ask = (gate: CredentialGate) => limiter.acquire({ token: 'svc_shared', maxWaitMs: 0, leaseMs: 0, gate });
  const [first, second] = [entrance(state), entrance(state)];
  await ask(first);
  const queued = ask(second);
  first.permit.answered(401);
  await expect(queued).rejects.toMatchObject({ name: 'AuthenticationError' });
});

test('shared state is idle once neither a refusal nor a request matters any more', async () => {
  const clock = virtualClock();
  const state = sharedStateOf(identity({ clock }));
  expect(state.idle).toBe(true);
  const limiter = state.limiter(settings);
  (await limiter.acquire({ token: '', maxWaitMs: 0, leaseMs: 0 })).settle();
  expect(state.idle).toBe(false);
  await clock.advance(60_000);
  expect(state.idle).toBe(true);
  const refused = entrance(state);
  await limiter.acquire({ token: '', maxWaitMs: 0, leaseMs: 0, gate: refused }).then((slot) => slot.release());
  refused.permit.answered(401);
  expect(state.idle).toBe(false);
  await clock.advance(15 * 60_000);
  expect(state.idle).toBe(true);
});

test('shared state goes with its fetch, also on a clock that stands still, which lets nothing be past', async () => {
  async function used(): Promise<WeakRef<object>> {
    const state = sharedStateOf(identity({ fetch: async () => new Response(), clock: virtualClock() }));
    (await state.limiter(settings).acquire({ token: '', maxWaitMs: 0, leaseMs: 0 })).settle();
    expect(state.idle).toBe(false);
    return new WeakRef(state);
  }
  const state = await used();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(state.deref()).toBeUndefined();
});

test('shared state never shows the credential', () => {
  const state = sharedStateOf(identity({ credential: 'svc_S3CRET' }));
  const limiter = state.limiter(settings);
  for (const value of [state, state.guard, limiter]) {
    expect(inspect(value, { depth: null, showHidden: true })).not.toContain('S3CRET');
    expect(JSON.stringify(value)).not.toContain('S3CRET');
  }
});

test('what a registry found once it finds again, and it keeps what is not idle for ever', () => {
  const registry = new Registry<{ idle: boolean }>();
  const busy = { idle: false };
  registry.find('busy', () => busy);
  for (let key = 0; key < 1000; key++) registry.find(`${key}`, () => ({ idle: true }));
  expect(registry.find('busy', () => ({ idle: true }))).toBe(busy);
  const kept = registry.find('kept', () => ({ idle: true }));
  expect(registry.find('kept', () => ({ idle: true }))).toBe(kept);
  expect([...registry.values()]).toContain(kept);
});

test('a registry forgets what is idle and used by nobody', async () => {
  const registry = new Registry<{ idle: boolean }>();
  const used = registry.find('used', () => ({ idle: true }));
  const fill = (round: number) => {
    for (let key = 0; key < 100; key++) registry.find(`${round}/${key}`, () => ({ idle: true }));
  };
  for (let round = 0; round < 10; round++) {
    fill(round);
    // What a WeakRef was made of or gave out is kept until the turn ends.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(registry.size).toBeLessThan(400);
  expect(registry.find('used', () => ({ idle: true }))).toBe(used);
});
