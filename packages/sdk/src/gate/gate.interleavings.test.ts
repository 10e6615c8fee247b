import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { admissions } from '../../test/support/admissions.ts';
import { scheduledClock } from '../../test/support/scheduled-clock.ts';
import { SlidingLogServer } from '../../test/support/sliding-log-server.ts';

const windowMs = 1000;
const timeout = 1000;

const aCall = fc.record({
  /** Before the call is made, on the way there, and on the way back. */
  beforeMs: fc.nat(1500),
  thereMs: fc.nat(400),
  backMs: fc.nat(400),
  fate: fc.constantFrom('answered', 'answered', 'answered', 'given up', 'aborted', 'not sent'),
});

test('the service never gets more requests than the limit, in any interleaving of requests, responses, aborts and timers [LIM-1]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(aCall, { maxLength: 20 }),
      async (scheduler, limit, calls) => {
        const clock = scheduledClock(scheduler);
        const server = new SlidingLogServer(limit, windowMs);
        const { enter, state } = admissions({ clock, limit, windowMs, isProtected: false });
        const asked: number[] = [];
        const granted: number[] = [];

        async function make({ beforeMs, thereMs, backMs, fate }: (typeof calls)[number], call: number) {
          await clock.sleep(beforeMs);
          const abort = new AbortController();
          if (fate === 'aborted') scheduler.schedule(Promise.resolve(), 'abort').then(() => abort.abort('aborted'));
          asked.push(call);
          const slot = await enter({ maxRetryAfter: 0, signal: abort.signal });
          granted.push(call);
          if (fate === 'not sent') return slot.withdraw();
          if (fate === 'given up') {
            // It may still arrive, at any time until then.
            const countsUntil = clock.now() + timeout;
            slot.release(timeout);
            await clock.sleep(thereMs);
            if (clock.now() <= countsUntil) server.arrive(clock.now());
            return;
          }
          await clock.sleep(thereMs);
          server.arrive(clock.now());
          await clock.sleep(backMs);
          slot.release();
        }

        const outcomes = Promise.allSettled(calls.map(make));
        await scheduler.waitFor(outcomes);
        for (const outcome of await outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toBe('aborted');
        }
        expect(server.rejected).toBe(0);
        expect(granted).toEqual(asked.filter((call) => granted.includes(call)));
        expect(state().queued).toBe(0);
        expect(clock.sleepers).toBe(0);
      },
    ),
    { numRuns: runs(300, 10_000) },
  );
});
