import { virtualClock } from '@issue-tracking/mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accept, admissions, reject } from '../../test/support/admissions.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';

// In Cloudflare Workers one request may not settle a promise of another, and ends without its `finally`.
beforeEach(() => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' }));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('in Workers each waiting call polls every 25 ms with its own timer, and none is woken', async () => {
  const clock = virtualClock();
  const { enter } = admissions({ clock });
  const trial = await enter();
  const sleep = vi.spyOn(clock, 'sleep');
  const [one, other] = [enter(), enter()];
  const woken = vi.fn();
  one.then(woken);
  accept(trial);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sleep.mock.calls).toEqual([
    [25, undefined],
    [25, undefined],
  ]);
  expect(woken).not.toHaveBeenCalled();
  await clock.advance(25);
  await Promise.all([one, other]);
});

test('in Workers calls start in order and within the limit [LIM-1]', async () => {
  const clock = virtualClock({ auto: true });
  const { enter } = admissions({ limit: 2, clock, isProtected: false, rateLimit: { windowMs: 1000 } });
  const start = clock.now();
  const granted: string[] = [];
  const call = async (name: string) => {
    const slot = await enter();
    granted.push(`${name} at ${clock.now() - start}`);
    slot.release();
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(call));
  expect(granted).toEqual(['a at 0', 'b at 0', 'c at 1000', 'd at 1000', 'e at 2000']);
});

test('in Workers calls start by priority', async () => {
  const clock = virtualClock({ auto: true });
  const { enter } = admissions({ limit: 1, clock, isProtected: false, rateLimit: { windowMs: 1000 } });
  const granted: string[] = [];
  const call = async (name: string, priority: number) => {
    const slot = await enter({ priority });
    granted.push(name);
    slot.release();
  };
  await Promise.all([call('first', 0), call('export', 0), call('click', 1)]);
  expect(granted).toEqual(['first', 'click', 'export']);
});

test('in Workers each call uses the store within its own request, in parallel', async () => {
  const clock = virtualClock({ auto: true });
  const asking = new Set<AbortSignal>();
  let mostAtOnce = 0;
  const store: RateLimitStore = {
    async acquire(_, { signal }) {
      asking.add(signal);
      mostAtOnce = Math.max(mostAtOnce, asking.size);
      await clock.sleep(500);
      asking.delete(signal);
      return { ok: true, slot: crypto.randomUUID() };
    },
    release: async () => {},
    pause: async () => {},
  };
  const { enter } = admissions({ clock, limit: 100, isProtected: false, rateLimit: { store } });
  const start = clock.now();
  const gone = new AbortController();
  const abandoned = expect(enter({ signal: gone.signal })).rejects.toBe('gone');
  const calls = Array.from({ length: 60 }, () => enter());
  gone.abort('gone');
  await Promise.all([abandoned, ...calls]);
  expect(mostAtOnce).toBeGreaterThan(10);
  // One after the other, it would be 30 s. The clock doesn't wait for hashing.
  expect(clock.now() - start).toBeLessThan(5_000);
});

test('in Workers a store failure rejects the waiting calls', async () => {
  const clock = virtualClock({ auto: true });
  const acquire = async () => {
    throw new Error('ECONNREFUSED');
  };
  const store: RateLimitStore = { acquire, release: async () => {}, pause: async () => {} };
  const { enter } = admissions({ clock, limit: 100, rateLimit: { store } });
  const endings = await Promise.allSettled([enter(), enter(), enter()]);
  for (const ending of endings) expect(ending).toMatchObject({ reason: { name: 'RateLimitStoreError' } });
});

test('in Workers each call requests a token itself, and a rejected token rejects the waiting calls', async () => {
  const clock = virtualClock({ auto: true });
  const provider = vi.fn(async () => 'token');
  const { enter } = admissions({ clock, credential: provider });
  const [trial, waiting] = await Promise.all([enter(), Promise.resolve()]).then(([one]) => [one, enter()] as const);
  expect(reject(trial)).toBe(true);
  await expect(waiting).rejects.toMatchObject({
    message: expect.stringContaining('Credential rejected; calls are blocked for another 5 s'),
  });
  expect(provider).toHaveBeenCalledTimes(2);
});

test('in Workers a request that the platform ended releases its slot, its place and its turn after its timeout', async () => {
  const clock = virtualClock({ auto: true });
  const { enter, queue, policy } = admissions({ clock, limit: 1 });
  // Nothing ever settles it: its request was ended by the platform.
  await enter({ timeoutMs: 1000 });
  // As one that waits and is ended: it never looks again.
  const stuck = vi.spyOn(clock, 'sleep').mockReturnValueOnce(new Promise(() => {}));
  void enter({ timeoutMs: 1000 });
  stuck.mockRestore();
  const admission = await enter({ timeoutMs: 1000 });
  accept(admission);
  // The one that is stuck is passed over; nothing of it is left in the queue.
  expect(queue.state(policy).queued).toBe(0);
});

test("in Workers a closed client's calls reject at their next poll", async () => {
  const clock = virtualClock();
  const { enter, queue, policy } = admissions({ clock });
  await enter();
  const waiting = enter();
  queue.close(policy, 'closed');
  await Promise.all([expect(waiting).rejects.toBe('closed'), clock.advance(25)]);
});
