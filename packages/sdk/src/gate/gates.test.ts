import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { generationOf } from '../platform/generation.ts';
import { type SourceKey, sourceOf } from './gates.ts';
import { Permit } from './permit.ts';
import type { ClientLimits, QueuedCall } from './settings.ts';
import type { Source } from './source.ts';
import { Ticket } from './ticket.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const minute = 60_000;

function keyOf(changes: Partial<SourceKey> = {}): SourceKey {
  return { origin: 'https://issues.test', credential: 'svc_shared', fetch: undefined, clock: systemClock, ...changes };
}

const fetchOf = () => async () => new Response();

function callFor(source: Source): [QueuedCall, ClientLimits] {
  return [
    {
      signal: undefined,
      deadlineAt: Number.POSITIVE_INFINITY,
      settings: { timeout: 30_000, priority: 0, retry: { maxRetryAfter: 120_000 } },
      waits: () => {},
      ticket: new Ticket(false),
    },
    { limit: 100, windowMs: minute, onStoreError: 'fail', isProtected: true, source, waiting: new Set() },
  ];
}

const gateOf = async (source: Source) => source.gate(...callFor(source));

async function enter(source: Source): Promise<Permit> {
  const permit = await (await gateOf(source)).acquire(...callFor(source));
  if (permit instanceof Permit) return permit;
  throw new Error(permit);
}

async function succeed(source: Source): Promise<void> {
  const permit = await enter(source);
  permit.release();
  permit.statusReceived(200, true);
  permit.ended(true);
}

async function fail(source: Source): Promise<void> {
  const permit = await enter(source);
  permit.release();
  permit.statusReceived(401, false);
}

describe('clients share a gate', () => {
  test.each<[string, SourceKey['credential'], SourceKey['credential']]>([
    ['two strings', 'svc_1', 'svc_1'],
    ['a string and a function', 'svc_1', () => 'svc_1'],
    ['two functions', () => 'svc_1', async () => ({ token: 'svc_1', expiresInMs: minute })],
  ])('for one credential, by its value: from %s [LIM-1] [AUTH-7]', async (_, one, other) => {
    const fetch = fetchOf();
    const [first, second] = [one, other].map((credential) => sourceOf(keyOf({ credential, fetch })));
    if (!first || !second) throw new Error('no source');
    expect(await gateOf(second)).toBe(await gateOf(first));
  });

  test("for the platform's fetch, passed or not", async () => {
    const [passed, absent] = [sourceOf(keyOf({ fetch: globalThis.fetch })), sourceOf(keyOf())];
    expect(passed.last).toBe(absent.last);
  });

  test.each([
    ['origin', { origin: 'https://other.test' }],
    ['credential', { credential: 'svc_other' }],
    ['fetch', { fetch: fetchOf() }],
    ['clock', { clock: virtualClock() }],
  ] as const)('not with another %s', (_, change) => {
    expect(sourceOf(keyOf(change)).last).not.toBe(sourceOf(keyOf()).last);
  });

  test('only if all parts of their keys are equal', () => {
    const one = keyOf({ credential: 'svc_a","b' });
    const other = keyOf({ origin: 'https://issues.test","svc_a', credential: 'b' });
    expect(sourceOf(one).last).not.toBe(sourceOf(other).last);
  });

  test('until their mock is reset: then it counts as another service [AUTH-7]', async () => {
    const mock = createMock({ clock: virtualClock() });
    const { fetch, clock } = mock.clientOptions;
    const source = () => sourceOf(keyOf({ fetch, clock, generation: generationOf(mock.baseUrl, fetch) }));
    await fail(source());
    await expect(enter(source())).rejects.toMatchObject({ name: 'AuthenticationError' });
    mock.reset();
    await succeed(source());
  });
});

test('clients with one function share its run and its credential; for another service it runs again', async () => {
  const credential = vi.fn(async () => 'token');
  const [fetch, clock] = [fetchOf(), virtualClock()];
  const of = (origin: string) => sourceOf(keyOf({ origin, credential, fetch, clock }));
  await Promise.all([gateOf(of('https://a.test')), gateOf(of('https://a.test'))]);
  expect(credential).toHaveBeenCalledTimes(1);
  await gateOf(of('https://b.test'));
  expect(credential).toHaveBeenCalledTimes(2);
});

test('a rejected credential delays and blocks no other one, and none of another service [AUTH-7]', async () => {
  const [fetch, clock] = [fetchOf(), virtualClock()];
  const bad = { credential: 'svc_bad', fetch, clock };
  await fail(sourceOf(keyOf(bad)));
  await expect(enter(sourceOf(keyOf(bad)))).rejects.toMatchObject({ name: 'AuthenticationError' });
  for (const other of [{ credential: 'svc_good' }, { origin: 'https://other.test' }]) {
    await succeed(sourceOf(keyOf({ ...bad, ...other })));
  }
});

describe('after a refresh', () => {
  /** Clients of a function whose first token is rejected while another request is in flight. `pauseMs`: after a 429. */
  async function refreshed(pauseMs = 0) {
    const clock = virtualClock();
    const tokens = ['token-1', 'token-2'];
    const source = sourceOf(keyOf({ credential: () => tokens.shift() ?? 'none', fetch: fetchOf(), clock }));
    await succeed(source);
    const [inFlight, rejected] = [await enter(source), await enter(source)];
    const old = await gateOf(source);
    if (pauseMs > 0) rejected.pause(pauseMs);
    rejected.release();
    rejected.statusReceived(401, false);
    return { clock, inFlight, old, next: await gateOf(source) };
  }

  test('the next credential goes on with the window, and with requests that are in flight [LIM-1]', async () => {
    const { clock, inFlight, old, next } = await refreshed();
    expect([old.token, next.token]).toEqual(['token-1', 'token-2']);
    expect(next.state(3)).toEqual({ used: 3, nextAt: clock.now() + minute });
    await clock.advance(minute);
    inFlight.release();
    expect(next.state(1)).toEqual({ used: 1, nextAt: clock.now() + minute });
  });

  test.each([
    ['a pause of a window', minute],
    ['no longer one: it is that of a lockout', minute + 1],
  ])('it is held up by %s [LIM-2]', async (_, pauseMs) => {
    const { clock, next } = await refreshed(pauseMs);
    expect(next.state(100).nextAt).toBe(pauseMs > minute ? null : clock.now() + pauseMs);
  });
});

test('a gate outlives its clients while it knows something, and goes then', async () => {
  const [fetch, clock] = [fetchOf(), virtualClock()];
  const of = (credential: string) => sourceOf(keyOf({ credential, fetch, clock }));
  const collect = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  };
  const gates: WeakRef<object>[] = [];
  const use = async () => {
    for (let user = 0; user < 300; user++) {
      const source = of(`svc_${user}`);
      gates.push(new WeakRef(await gateOf(source)));
      await succeed(source);
    }
  };
  const alive = () => gates.filter((gate) => gate.deref()).length;
  await use();
  await collect();
  expect(alive()).toBe(300);
  expect(of('svc_7').last?.state(100).used).toBe(1);
  await clock.advance(minute);
  // Each search looks at some gates.
  for (let search = 0; search < 300; search++) of('svc_7');
  await collect();
  // The engine may hold the last ones a little longer.
  expect(alive()).toBeLessThan(10);
});

test('a gate is garbage-collected with its fetch, even if its clock never advances', async () => {
  async function used(): Promise<WeakRef<object>> {
    const source = sourceOf(keyOf({ fetch: fetchOf(), clock: virtualClock() }));
    await succeed(source);
    expect(source.last?.idle).toBe(false);
    return new WeakRef(await gateOf(source));
  }
  const gate = await used();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(gate.deref()).toBeUndefined();
});
