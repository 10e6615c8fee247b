import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { accept, guarded } from '../../test/support/guarded.ts';
import { scheduledClock } from '../../test/support/scheduled-clock.ts';
import { isRefusal } from '../rate-limit/refusal.ts';
import { Ledger } from './ledger.ts';
import type { Permit } from './permit.ts';

const minute = 60_000;
const timeoutMs = 1000;

const aCall = fc.record({
  /** When it is made: together with others, after a while, or long after. */
  beforeMs: fc.constantFrom(0, 300, 2000, 5000, 62_000, 5 * minute, 9 * minute, 10 * minute, 14 * minute, 16 * minute),
  /** Until its status line comes. */
  takesMs: fc.constantFrom(0, 0, 100, 900),
  fate: fc.constantFrom(
    'answered',
    'answered',
    'answered',
    'answered',
    'answered',
    'answered',
    'aborted',
    'lost',
    'expired',
    '500',
  ),
});
type CallPlan = typeof aCall extends fc.Arbitrary<infer T> ? T : never;

interface Service {
  isGood(token: string): boolean;
  /** When each 401 reached it. */
  readonly refusedAt: number[];
}

/** Calls of one credential, to a service that notes what reaches it. */
function callsThrough(
  scheduler: fc.Scheduler,
  clock: ReturnType<typeof scheduledClock>,
  { enter }: ReturnType<typeof guarded>,
  service: Service,
) {
  const seen = { inFlight: 0, mostInFlight: 0, sentThoughRefused: 0 };
  const refused = new Set<string>();

  async function send({ takesMs, fate }: CallPlan, permit: Permit): Promise<'renew' | undefined> {
    const { token } = permit;
    if (refused.has(token)) seen.sentThoughRefused++;
    seen.mostInFlight = Math.max(seen.mostInFlight, ++seen.inFlight);
    await clock.sleep(fate === 'expired' ? timeoutMs : takesMs);
    seen.inFlight--;
    if (fate === 'expired') permit.expired();
    else if (fate === 'lost' || fate === 'aborted') permit.release();
    else if (fate === '500') permit.answered(500);
    else if (service.isGood(token)) {
      permit.answered(200);
      // Its body takes a while, too.
      await scheduler.schedule(Promise.resolve(), 'body');
      permit.accepted();
    } else {
      service.refusedAt.push(clock.now());
      refused.add(token);
      return permit.answered(401);
    }
    return undefined;
  }

  async function call(plan: CallPlan): Promise<void> {
    await clock.sleep(plan.beforeMs);
    const abort = new AbortController();
    if (plan.fate === 'aborted') scheduler.schedule(Promise.resolve(), 'abort').then(() => abort.abort('aborted'));
    for (let attempt = 0; attempt < 3; attempt++) {
      if ((await send(plan, await enter({ signal: abort.signal, timeoutMs }))) !== 'renew') return;
    }
  }

  /** Makes every call and waits until all are settled; tells what went wrong but should not have. */
  async function makeAll(plans: CallPlan[]): Promise<unknown[]> {
    const all = Promise.allSettled(plans.map(call));
    const reasons = (await all).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    return reasons.filter((reason) => reason !== 'aborted' && !isRefusal(reason));
  }

  return { seen, makeAll };
}

function mostIn15Minutes(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 15 * minute).length));
}

const plans = fc.array(aCall, { maxLength: 40, size: 'max' });
/** When the service changes its mind about a key: good at first or not, then the other at each of these times. */
const changes = fc.array(fc.constantFrom(0, 50, 350, 1000, 2000, minute, 4 * minute), { maxLength: 4 });

function goodness(isGoodAtFirst: boolean, after: readonly number[], now: () => number): () => boolean {
  const times = after.map((_, index) => after.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0));
  return () => (times.filter((time) => time <= now()).length % 2 === 0) === isGoodAtFirst;
}

test('however calls, answers, aborts, expiries and revocations interleave, a key meets at most 4 of 401 in 15 minutes [AUTH-7]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), changes, plans, async (scheduler, first, after, calls) => {
      const clock = scheduledClock(scheduler);
      const service = { isGood: goodness(first, after, clock.now), refusedAt: [] };
      const key = guarded({ clock });
      const { seen, makeAll } = callsThrough(scheduler, clock, key, service);
      expect(await scheduler.waitFor(makeAll(calls))).toEqual([]);
      expect(mostIn15Minutes(service.refusedAt)).toBeLessThanOrEqual(4);
      expect(seen.mostInFlight).toBeLessThanOrEqual(4);
      expect(key.limiter.state.queued).toBe(0);
      expect(clock.sleepers).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('the same of the tokens of a function, and none is sent once it was refused [AUTH-3] [AUTH-7]', async () => {
  const lives = fc.array(fc.constantFrom(0, 100, 2050, 5000, 5 * minute, 60 * minute), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), lives, plans, async (scheduler, lifeOf, calls) => {
      const clock = scheduledClock(scheduler);
      const endsAt = new Map<string, number>();
      const credential = async () => {
        await scheduler.schedule(Promise.resolve(), 'token');
        const token = `token-${endsAt.size}`;
        endsAt.set(token, clock.now() + (lifeOf[endsAt.size % lifeOf.length] ?? 0));
        return token;
      };
      const service = { isGood: (token: string) => clock.now() < (endsAt.get(token) ?? 0), refusedAt: [] };
      const tokens = guarded({ credential, clock });
      const { seen, makeAll } = callsThrough(scheduler, clock, tokens, service);
      expect(await scheduler.waitFor(makeAll(calls))).toEqual([]);
      expect(mostIn15Minutes(service.refusedAt)).toBeLessThanOrEqual(4);
      expect(seen.mostInFlight).toBeLessThanOrEqual(4);
      expect(seen.sentThoughRefused).toBe(0);
      expect(clock.sleepers).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('however the calls of six bad keys interleave, at most 4 of 401 reach the service, and a good key goes on [AUTH-7]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(plans, { minLength: 6, maxLength: 6 }), async (scheduler, plansOf) => {
      const clock = scheduledClock(scheduler);
      const ledger = new Ledger(clock);
      const service = { isGood: (token: string) => token === 'svc_good', refusedAt: [] };
      const good = guarded({ credential: 'svc_good', clock, ledger });
      accept(await good.enter());
      const outcomes = Promise.all(
        plansOf.map((calls, key) => {
          const bad = guarded({ credential: `svc_bad${key}`, clock, ledger });
          return callsThrough(scheduler, clock, bad, service).makeAll(calls);
        }),
      );
      await scheduler.waitFor(outcomes);
      expect((await outcomes).flat()).toEqual([]);
      expect(mostIn15Minutes(service.refusedAt)).toBeLessThanOrEqual(4);
      await expect(good.enter()).resolves.toMatchObject({ token: 'svc_good' });
    }),
    { numRuns: 100 },
  );
});

test('however calls interleave, every call on a good key that is not given up goes through [AUTH-7]', async () => {
  const fates = plans.map((calls) => calls.filter(({ fate }) => fate === 'answered' || fate === '500'));
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fates, async (scheduler, calls) => {
      const clock = scheduledClock(scheduler);
      const key = guarded({ clock });
      let sent = 0;
      const all = Promise.all(
        calls.map(async ({ beforeMs, takesMs, fate }) => {
          await clock.sleep(beforeMs);
          const permit = await key.enter({ timeoutMs });
          sent++;
          await clock.sleep(takesMs);
          if (fate === '500') permit.answered(500);
          else accept(permit);
        }),
      );
      await scheduler.waitFor(all);
      expect(sent).toBe(calls.length);
      expect(clock.sleepers).toBe(0);
    }),
    { numRuns: 300 },
  );
});
