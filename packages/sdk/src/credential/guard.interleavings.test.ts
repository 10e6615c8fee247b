import { AuthenticationError } from '@issue-tracking/sdk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scheduledClock } from '../../test/support/scheduled-clock.ts';
import { Guard, type Pass, type Verdict } from './guard.ts';

const aCall = fc.record({
  fate: fc.constantFrom('answered', 'answered', 'lost', 'aborted'),
  /** A status that says nothing of the credential, or one that depends on it. */
  status: fc.constantFrom('by credential', 'by credential', '500'),
});
type CallPlan = typeof aCall extends fc.Arbitrary<infer T> ? T : never;

/** Calls through a guard to a service that knows which tokens are good; notes what the service sees. */
function callsThrough(scheduler: fc.Scheduler, guard: Guard, isGood: (token: string) => boolean) {
  const seen = { mostUnproven: 0, refused: 0, sentThoughRefused: 0, mostRefusedInARow: 0 };
  const proven = new Set<string>();
  const refused = new Set<string>();
  let unproven = 0;
  let refusedInARow = 0;

  async function send({ fate, status }: CallPlan, { token }: Pass): Promise<Verdict> {
    if (refused.has(token)) seen.sentThoughRefused++;
    const isProbe = !proven.has(token);
    if (isProbe) seen.mostUnproven = Math.max(seen.mostUnproven, ++unproven);
    await scheduler.schedule(Promise.resolve(), 'answer');
    if (isProbe) unproven--;
    if (fate === 'lost' || status === '500') return 'unknown';
    return isGood(token) ? 'accepted' : 'rejected';
  }

  function note(verdict: Verdict, token: string): void {
    if (verdict === 'accepted') {
      proven.add(token);
      refusedInARow = 0;
    }
    if (verdict !== 'rejected') return;
    seen.refused++;
    if (!refused.has(token)) seen.mostRefusedInARow = Math.max(seen.mostRefusedInARow, ++refusedInARow);
    refused.add(token);
  }

  async function call(plan: CallPlan): Promise<Verdict> {
    const abort = new AbortController();
    if (plan.fate === 'aborted') scheduler.schedule(Promise.resolve(), 'abort').then(() => abort.abort('aborted'));
    for (;;) {
      const pass = await guard.enter({ signal: abort.signal });
      // As if it had been queued for a slot.
      await scheduler.schedule(Promise.resolve(), 'slot');
      if (abort.signal.aborted || !pass.isCurrent()) {
        pass.settle('unknown');
        abort.signal.throwIfAborted();
        continue;
      }
      const verdict = await send(plan, pass);
      note(verdict, pass.token);
      if (pass.settle(verdict) !== 'retry') return verdict;
    }
  }

  /** Makes every call, each at a time of the scheduler's choice, and waits for all of them. */
  async function makeAll(plans: CallPlan[]) {
    const all = Promise.allSettled(
      plans.map((plan) => scheduler.schedule(Promise.resolve(), 'call').then(() => call(plan))),
    );
    await scheduler.waitFor(all);
    const outcomes = await all;
    const unexpected = outcomes.filter(
      (outcome, index) =>
        outcome.status === 'rejected' && !(outcome.reason === 'aborted' && plans[index]?.fate === 'aborted'),
    );
    return { outcomes, errors: unexpected.map((outcome) => outcome.status === 'rejected' && outcome.reason) };
  }

  return { seen, makeAll };
}

const plans = fc.array(aCall, { maxLength: 12 });

test('however calls interleave, a bad key meets one 401 and no more [AUTH-7]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plans, async (scheduler, calls) => {
      const guard = new Guard({ credential: 'svc_bad', clock: scheduledClock(scheduler) });
      const { seen, makeAll } = callsThrough(scheduler, guard, () => false);
      const { errors } = await makeAll(calls);
      expect(errors.every((error) => error instanceof AuthenticationError)).toBe(true);
      expect(seen).toMatchObject({ sentThoughRefused: 0 });
      expect(seen.mostUnproven).toBeLessThanOrEqual(1);
      expect(seen.refused).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test('however calls interleave, a good key is proven by one call at a time and then serves all [AUTH-7]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plans, async (scheduler, calls) => {
      const guard = new Guard({ credential: 'svc_good', clock: scheduledClock(scheduler) });
      const { seen, makeAll } = callsThrough(scheduler, guard, () => true);
      expect((await makeAll(calls)).errors).toEqual([]);
      expect(seen.mostUnproven).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test('however calls interleave, at most two tokens in a row are refused, and none is sent after that [AUTH-3] [AUTH-7]', async () => {
  const goodness = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), goodness, plans, async (scheduler, good, calls) => {
      let given = 0;
      const credential = async () => {
        await scheduler.schedule(Promise.resolve(), 'token');
        return `token-${given++}`;
      };
      const isGood = (token: string) => good[Number(token.split('-')[1]) % good.length] === true;
      const guard = new Guard({ credential, clock: scheduledClock(scheduler) });
      const { seen, makeAll } = callsThrough(scheduler, guard, isGood);
      const { errors } = await makeAll(calls);
      expect(errors.every((error) => error instanceof AuthenticationError)).toBe(true);
      expect(seen).toMatchObject({ sentThoughRefused: 0 });
      expect(seen.mostUnproven).toBeLessThanOrEqual(1);
      expect(seen.mostRefusedInARow).toBeLessThanOrEqual(2);
    }),
    { numRuns: 300 },
  );
});
