import { type MockClock, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { admissions } from '../../test/support/admissions.ts';
import { SlidingLogServer } from '../../test/support/sliding-log-server.ts';

const limit = 100;
const windowMs = 60_000;

/** Latencies that repeat from run to run: mostly 20 to 200 ms, each twentieth up to 4 s. */
function latencies(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const share = state / 2 ** 31;
    return share < 0.05 ? share * 80_000 : 20 + share * 180;
  };
}

/** Workers that make calls one after another, each with a way to the service and a way back. Returns how many get a 429. */
async function load(
  clock: MockClock,
  server: SlidingLogServer,
  { enter, pause }: ReturnType<typeof admissions>,
  { workers, each }: { readonly workers: number; readonly each: number },
) {
  const latency = latencies(7);
  let failed = 0;
  async function work() {
    for (let call = 0; call < each; call++) {
      const slot = await enter();
      await clock.sleep(latency());
      const retryInMs = server.arrive(clock.now());
      await clock.sleep(latency());
      slot.release();
      if (retryInMs > 0) {
        failed++;
        pause(Math.ceil(retryInMs / 1000) * 1000);
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
  return failed;
}

const each = runs(200, 1000);

test(`10 workers with ${each} calls each get no 429, and take at most 1.03 times the ideal time [LIM-1]`, async () => {
  const clock = virtualClock({ now: 0, auto: true });
  const server = new SlidingLogServer(limit, windowMs);
  const calls = admissions({ clock, limit, windowMs, isProtected: false });
  expect(await load(clock, server, calls, { workers: 10, each })).toBe(0);
  expect(server.admitted).toBe(10 * each);
  const ideal = ((10 * each) / limit - 1) * windowMs;
  expect(clock.now() / ideal).toBeLessThan(1.03);
  expect(calls.state().queued).toBe(0);
});

test('when other programs share the rate, each 429 pauses all workers, so at most one 429 occurs per worker [LIM-2]', async () => {
  const clock = virtualClock({ now: 0, auto: true });
  const server = new SlidingLogServer(limit, windowMs);
  for (let other = 0; other < 60; other++) server.arrive(clock.now());
  const calls = admissions({ clock, limit, windowMs, isProtected: false });
  const rejected = await load(clock, server, calls, { workers: 10, each: 50 });
  // One for each worker whose request was already under way.
  expect(rejected).toBeLessThanOrEqual(10);
  expect(rejected).toBeGreaterThan(0);
});
