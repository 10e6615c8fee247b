import { type ClientOptions, IssueTrackingClient, isIssueTrackingError } from '@issue-tracking/sdk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tools/testing/seeds.ts';
import { SimulatedClock } from './adversary/simulated-clock.ts';
import { mostWithin } from './support/most-within.ts';
import { issue } from './support/records.ts';

const second = 1_000;
const minute = 60_000;
const timeout = 1_000;

/** One call, and what happens to each of its requests. */
const aCall = fc.record({
  /** When it is made: together with others, after a while, or long after. */
  atMs: fc.oneof(fc.nat(3_000), fc.nat(90_000), fc.nat(20 * minute)),
  /** To the service and back: of each request in turn. Up to three times the timeout. */
  latenciesMs: fc.array(fc.oneof(fc.nat(100), fc.nat(3 * timeout)), { minLength: 1, maxLength: 4 }),
  fate: fc.constantFrom('answered', 'answered', 'answered', '500', 'reset', 'hangs', 'rejected by mistake'),
  abortAfterMs: fc.option(fc.nat(2 * timeout), { freq: 3 }),
  retries: fc.constantFrom(0, 2),
});
type CallPlan = typeof aCall extends fc.Arbitrary<infer T> ? T : never;

/** When the service changes its mind about a key: good at first or not, then the other after each of these times. */
const changes = fc.array(fc.oneof(fc.nat(2_000), fc.nat(70_000), fc.nat(5 * minute)), { maxLength: 5 });
const plans = fc.array(aCall, { maxLength: 30, size: 'max' });

interface Rejected {
  readonly token: string;
  readonly at: number;
  /** Whether its status was there before the request's timeout, and no caller could cancel it before. */
  readonly inTime: boolean;
}

/** A service that counts what reaches it. `x-call` says whose plan a request follows. */
function serviceOf(clock: SimulatedClock, calls: readonly CallPlan[], isGood: (token: string) => boolean) {
  const counts = { rejected: [] as Rejected[], inFlight: 0, mostInFlight: 0, sentAfterRejection: 0 };
  const sent = new Map<number, number>();
  const toldRejected = new Set<string>();

  async function fetch(_url: unknown, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers);
    const token = headers.get('authorization')?.slice('Bearer '.length) ?? '';
    const call = Number(headers.get('x-call') ?? -1);
    const plan = calls[call];
    if (!plan) return Response.json({ data: issue() });
    const number = sent.get(call) ?? 0;
    sent.set(call, number + 1);
    const latency = plan.latenciesMs[number % plan.latenciesMs.length] ?? 0;
    if (toldRejected.has(token)) counts.sentAfterRejection++;
    counts.mostInFlight = Math.max(counts.mostInFlight, ++counts.inFlight);
    await clock.sleep(latency / 2);
    const good = isGood(token) && !(plan.fate === 'rejected by mistake' && number === 0);
    const inTime = latency < timeout && plan.abortAfterMs === null;
    if (!good) counts.rejected.push({ token, at: clock.now(), inTime });
    const isLost = good && number === 0 && (plan.fate === 'reset' || plan.fate === 'hangs');
    await clock.sleep(latency / 2);
    counts.inFlight--;
    if (isLost && plan.fate === 'hangs') return new Promise(() => {});
    if (isLost) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    init?.signal?.throwIfAborted();
    if (!good) toldRejected.add(token);
    if (!good) return Response.json({ error: 'Unauthorized' }, { status: 401 });
    if (plan.fate === '500' && number === 0) return Response.json({ error: 'Internal error' }, { status: 500 });
    return Response.json({ data: issue() });
  }
  return { counts, fetch };
}

interface Run {
  readonly calls: readonly CallPlan[];
  readonly fetch: typeof fetch;
  readonly clock: SimulatedClock;
  /** The options of the client that makes a call. */
  optionsOf(index: number): Partial<ClientOptions>;
  readonly timeoutMs?: number;
}

/** Makes every call, and returns the results. */
async function makeAll({ calls, fetch, clock, optionsOf, timeoutMs = timeout }: Run): Promise<string[]> {
  const make = async ({ atMs, abortAfterMs, retries }: CallPlan, index: number): Promise<string> => {
    await clock.sleep(atMs);
    const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', fetch, clock, ...optionsOf(index) });
    const abort = new AbortController();
    if (abortAfterMs !== null) void clock.sleep(abortAfterMs).then(() => abort.abort());
    const options = {
      timeout: timeoutMs,
      retry: { limit: retries },
      headers: { 'x-call': `${index}` },
      signal: abort.signal,
    };
    try {
      await client.issues.get('prj_web', 7, options);
      return 'ok';
    } catch (error) {
      return isIssueTrackingError(error) ? error.name : `foreign: ${error}`;
    }
  };
  return clock.run(Promise.all(calls.map(make)));
}

function goodness(isGoodAtFirst: boolean, after: readonly number[], clock: SimulatedClock): () => boolean {
  const start = clock.now();
  const times = after.map((_, index) => start + after.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0));
  return () => (times.filter((time) => time <= clock.now()).length % 2 === 0) === isGoodAtFirst;
}

const inTime = (rejected: readonly Rejected[]) => rejected.filter((one) => one.inTime).map(({ at }) => at);
const settings = { numRuns: runs(10, 2_500) };

test('[AUTH-7] a key gets at most 4 × 401 in 15 minutes, in any interleaving of calls, latencies, aborts, mistakes and revocations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), changes, plans, async (first, after, calls) => {
      const clock = new SimulatedClock();
      const { counts, fetch } = serviceOf(clock, calls, goodness(first, after, clock));
      const endings = await makeAll({ calls, fetch, clock, optionsOf: () => ({ apiKey: 'svc_key' }) });
      expect(endings.filter((ending) => ending.startsWith('foreign'))).toEqual([]);
      expect(mostWithin(inTime(counts.rejected), 15 * minute)).toBeLessThanOrEqual(4);
    }),
    settings,
  );
}, 3_600_000);

test('[AUTH-3] [AUTH-7] each token of a function gets at most 4 × 401 in 15 minutes, and is not sent after the client saw its rejection', async () => {
  const lives = fc.array(fc.constantFrom(0, 100, 2 * second, 5 * minute, 60 * minute), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(lives, plans, async (lifeOf, planned) => {
      const calls = planned.map((plan) => ({ ...plan, fate: plan.fate === 'rejected by mistake' ? '500' : plan.fate }));
      const clock = new SimulatedClock();
      const endsAt = new Map<string, number>();
      const accessToken = async () => {
        await clock.sleep(20);
        const token = `token-${endsAt.size}`;
        endsAt.set(token, clock.now() + (lifeOf[endsAt.size % lifeOf.length] ?? 0));
        return token;
      };
      const { counts, fetch } = serviceOf(
        clock,
        calls as CallPlan[],
        (token) => clock.now() < (endsAt.get(token) ?? 0),
      );
      await makeAll({ calls: calls as CallPlan[], fetch, clock, optionsOf: () => ({ accessToken }) });
      for (const token of endsAt.keys()) {
        const times = inTime(counts.rejected.filter((one) => one.token === token));
        expect(mostWithin(times, 15 * minute)).toBeLessThanOrEqual(4);
      }
      expect(counts.sentAfterRejection).toBe(0);
    }),
    settings,
  );
}, 3_600_000);

test('[AUTH-7] every call with a good key that is rejected once by mistake succeeds, in any interleaving', async () => {
  const patient = plans.map((calls) => {
    let mistakes = 0;
    return calls.map((call) => {
      const isMistake = call.fate === 'rejected by mistake' && ++mistakes > 1;
      // A request that hangs may have been rejected too: it counts as a failure once another one is, and then calls wait.
      const mustEnd = isMistake || call.fate === 'hangs';
      return {
        ...call,
        latenciesMs: call.latenciesMs.map((ms) => ms % timeout),
        abortAfterMs: null,
        retries: 2,
        ...(mustEnd && { fate: '500' }),
      };
    });
  });
  await fc.assert(
    fc.asyncProperty(patient, async (calls) => {
      const clock = new SimulatedClock();
      const { fetch } = serviceOf(clock, calls as CallPlan[], () => true);
      const apiKey = 'svc_key';
      // A mistake before the first success is believed.
      const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, clock, fetch });
      await clock.run(client.issues.get('prj_web', 7));
      // Longer than the seconds between probes of a doubted key, in which calls wait.
      const timeoutMs = 30 * second;
      const endings = await makeAll({
        calls: calls as CallPlan[],
        fetch,
        clock,
        optionsOf: () => ({ apiKey }),
        timeoutMs,
      });
      expect(endings.filter((ending) => ending !== 'ok')).toEqual([]);
    }),
    settings,
  );
}, 3_600_000);
