import { virtualClock } from '@issue-tracking/mock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accept, guarded } from '../../test/support/guarded.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { Waiting } from './waiting.ts';

test('whoever waits is woken by news, by the time, or ended by its signal', async () => {
  const clock = virtualClock();
  const waiting = new Waiting(clock);
  const woken = waiting.sleep(Number.POSITIVE_INFINITY, undefined);
  waiting.wake();
  await woken;
  const timed = waiting.sleep(1000, undefined);
  await clock.advance(1000);
  await timed;
  const abort = new AbortController();
  const aborted = waiting.sleep(1000, abort.signal);
  abort.abort('enough');
  await expect(aborted).rejects.toBe('enough');
});

test('news while it is awake ends its next sleep at once', async () => {
  const waiting = new Waiting(virtualClock());
  waiting.wake();
  await waiting.sleep(Number.POSITIVE_INFINITY, undefined);
});

describe('in Cloudflare Workers', () => {
  beforeEach(() => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' }));
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('everyone who waits has a timer of its own and looks every 25 ms; nobody is woken', async () => {
    const clock = virtualClock();
    const sleep = vi.spyOn(clock, 'sleep');
    const waiting = new Waiting(clock);
    const waits = waiting.sleep(Number.POSITIVE_INFINITY, undefined);
    waiting.wake();
    expect(sleep).toHaveBeenCalledExactlyOnceWith(25, undefined);
    await clock.advance(25);
    await waits;
  });

  test('calls go out in their order, within the limit, as elsewhere [LIM-1]', async () => {
    const clock = virtualClock({ auto: true });
    const limiter = new Limiter({ limit: 2, windowMs: 1000, clock });
    const start = clock.now();
    const granted: string[] = [];
    const call = async (name: string) => {
      const slot = await limiter.acquire({ token: '', maxWaitMs: 0, leaseMs: 60_000 });
      granted.push(`${name} at ${clock.now() - start}`);
      slot.settle();
    };
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(call));
    expect(granted).toEqual(['a at 0', 'b at 0', 'c at 1000', 'd at 1000', 'e at 2000']);
  });

  test('a request that ended without a word gives back its slot, its place and its turn', async () => {
    const clock = virtualClock({ auto: true });
    const { enter, limiter } = guarded({ clock, limit: 1 });
    // Nothing ever settles it: its request was ended by the platform.
    await enter({ timeoutMs: 1000 });
    // As one that waits and is ended: it never looks again.
    const stuck = vi.spyOn(clock, 'sleep').mockReturnValueOnce(new Promise(() => {}));
    void enter({ timeoutMs: 1000 });
    stuck.mockRestore();
    const permit = await enter({ timeoutMs: 1000 });
    accept(permit);
    // The one that is stuck is passed over; nothing of it is left in the queue.
    expect(limiter.state.queued).toBe(0);
  });
});
