import { virtualClock } from '@issue-tracking/mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accept, admissions, refuse } from '../../test/support/admissions.ts';

// In Cloudflare Workers one request may not settle a promise of another, and ends without its `finally`.
beforeEach(() => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' }));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('everyone who waits has a timer of its own and looks every 25 ms; nobody is woken', async () => {
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

test('calls go out in their order, within the limit, as elsewhere [LIM-1]', async () => {
  const clock = virtualClock({ auto: true });
  const { enter } = admissions({ limit: 2, clock, protection: false, rateLimit: { windowMs: 1000 } });
  const start = clock.now();
  const granted: string[] = [];
  const call = async (name: string) => {
    const slot = await enter();
    granted.push(`${name} at ${clock.now() - start}`);
    slot.settle();
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(call));
  expect(granted).toEqual(['a at 0', 'b at 0', 'c at 1000', 'd at 1000', 'e at 2000']);
});

test('each asks for a token itself, and a refusal ends the waiting of all', async () => {
  const clock = virtualClock({ auto: true });
  const provider = vi.fn(async () => 'token');
  const { enter } = admissions({ clock, credential: provider });
  const [trial, waiting] = await Promise.all([enter(), Promise.resolve()]).then(([one]) => [one, enter()] as const);
  expect(refuse(trial)).toBe('again');
  await expect(waiting).rejects.toMatchObject({ message: 'The accessToken function gave the rejected token again' });
  expect(provider).toHaveBeenCalledTimes(2);
});

test('a request that ended without a word gives back its slot, its place and its turn', async () => {
  const clock = virtualClock({ auto: true });
  const { enter, queue, terms } = admissions({ clock, limit: 1 });
  // Nothing ever settles it: its request was ended by the platform.
  await enter({ timeoutMs: 1000 });
  // As one that waits and is ended: it never looks again.
  const stuck = vi.spyOn(clock, 'sleep').mockReturnValueOnce(new Promise(() => {}));
  void enter({ timeoutMs: 1000 });
  stuck.mockRestore();
  const admission = await enter({ timeoutMs: 1000 });
  accept(admission);
  // The one that is stuck is passed over; nothing of it is left in the queue.
  expect(queue.state(terms).queued).toBe(0);
});

test('a client that is closed ends its calls at their next look', async () => {
  const clock = virtualClock();
  const { enter, queue, terms } = admissions({ clock });
  await enter();
  const waiting = enter();
  queue.close(terms, 'closed');
  await Promise.all([expect(waiting).rejects.toBe('closed'), clock.advance(25)]);
});
