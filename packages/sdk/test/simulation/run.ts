import {
  type IssueTrackingClient as Client,
  type ClientOptions,
  IssueTrackingClient,
  isIssueTrackingError,
} from '@issue-tracking/sdk';
import type { RateLimitStore } from '@issue-tracking/sdk/store';
import { type Random, randomFrom } from '../../../../tools/testing/random.ts';
import { SimulatedClock } from '../adversary/simulated-clock.ts';
import { mostWithin } from '../support/most-within.ts';
import { credentialOf } from './credential.ts';
import { type CallPlan, type Plan, planOf } from './plan.ts';
import { type Seen, serviceOf } from './service.ts';

const minute = 60_000;
/** After which a call counts as one that never ends. */
const foreverMs = 48 * 60 * minute;
/** A context that has its slots ends within this time where nothing goes wrong. */
const begunMs = 20_000;
const requestsOfContext = 8;

interface Ended {
  readonly plan: CallPlan;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly error: unknown;
}

/** One seeded run. Returns the rules that it breaks. */
export async function run(seed: number): Promise<{ broken: string[]; endings: string[] }> {
  const random = randomFrom(seed);
  const plan = planOf(random);
  const clock = new SimulatedClock();
  const platformRandom = Math.random;
  // The client's jitter too: else a seed would not show the same run again.
  Math.random = randomFrom(seed + 0.5).next;
  try {
    return await live(plan, random, clock);
  } catch (error) {
    return { broken: [`each call ends: ${error}`], endings: [] };
  } finally {
    Math.random = platformRandom;
  }
}

async function live(plan: Plan, random: Random, clock: SimulatedClock) {
  const { network, limits, isProtected } = plan;
  const credential = credentialOf(plan.tokens, clock, random);
  const { seen, fetch } = serviceOf(clock, random, network, credential);
  const store = storeOf(plan.store, clock, random);
  const clientWith = (limit?: number) =>
    new IssueTrackingClient({
      baseUrl: 'https://issues.test',
      ...credential.option,
      fetch,
      clock,
      logLevel: 'off',
      lockoutProtection: isProtected,
      rateLimit: { windowMs: network.windowMs, ...(limit && { requests: limit }), ...store?.options },
    } as ClientOptions);
  const clients = limits.map(clientWith);
  // The first call hashes the credential, which the clock doesn't wait for.
  const first = store && clientWith(limits[0]).projects.list();
  await store?.asked;
  await clock.run(Promise.allSettled([first]));
  const signals: WatchedSignal[] = [];
  const hasEnded = new Set<number>();

  const calls = plan.calls.map(async (call, index): Promise<Ended> => {
    const client = clients[call.client] as Client;
    const watched = watchedSignal();
    signals.push(watched);
    await clock.sleep(call.atMs);
    const startedAt = clock.now();
    if (call.abortAfterMs !== undefined) void clock.sleep(call.abortAfterMs).then(() => watched.abort());
    const error = await make(client, call, index, watched.signal).catch((reason: unknown) => reason ?? 'nothing');
    hasEnded.add(index);
    return { plan: call, startedAt, endedAt: clock.now(), error };
  });
  const closed = plan.closes.map(async ({ client, atMs, deadline }) => {
    await clock.sleep(atMs);
    await clients[client]?.close(deadline === undefined ? {} : { deadline });
  });
  const all = Promise.all([Promise.all(calls), ...closed]);
  const forever = new AbortController();
  const hopeless = clock
    .sleep(foreverMs, forever.signal)
    .then(() =>
      Promise.reject(new Error(`no end of ${JSON.stringify(plan.calls.filter((_, index) => !hasEnded.has(index)))}`)),
    );
  hopeless.catch(() => {});
  const [ended] = await clock.run(Promise.race([all, hopeless]));
  forever.abort();

  const broken = ended.flatMap((end, index) => [...verdict(end, plan, `${index}`, seen)]);
  broken.push(...counted(plan, seen));
  broken.push(...(await atRest({ plan, clock, clients, signals, seen, another: () => clientWith() })));
  const endings = ended.map(({ error }) => (isIssueTrackingError(error) ? error.name : 'ok'));
  return { broken, endings };
}

async function make(client: Client, call: CallPlan, index: number, signal: AbortSignal): Promise<undefined> {
  const { kind, priority, deadline, timeout, retries } = call;
  const options = {
    signal,
    priority,
    timeout,
    retry: { limit: retries },
    headers: { 'x-call': `${index}` },
    ...(deadline !== undefined && { deadline }),
  };
  const { issues } = client;
  const number = 1 + (index % 3);
  if (kind === 'get') await issues.get('prj_web', number, options);
  if (kind === 'context') await issues.context('prj_web', number, options);
  if (kind === 'comment') await issues.comments.create('prj_web', number, { content: `${index}` }, options);
  if (kind === 'checked comment') {
    await issues.comments.create('prj_web', number, { content: `${index}` }, { ...options, onLostResponse: 'check' });
  }
  if (kind === 'update') await issues.update('prj_web', number, { priority: 'low' }, options);
  if (kind === 'waitFor') await issues.waitFor('prj_web', number, { status: 'verified' }, options);
  if (kind === 'toArray') await issues.list('prj_web', { limit: 1 }, options).toArray();
  if (kind === 'iterate') for await (const _ of issues.list('prj_web', { limit: 1 }, options));
}

/** What must hold of one call. */
function* verdict(
  { plan: call, startedAt, endedAt, error }: Ended,
  plan: Plan,
  name: string,
  seen: Seen,
): Generator<string> {
  const { kind, deadline, client } = call;
  const what = `${kind} with ${JSON.stringify(call)}`;
  // An iteration has a deadline for each page.
  const bound = kind === 'iterate' ? undefined : (deadline ?? (kind === 'waitFor' ? 15 * minute : undefined));
  if (bound !== undefined && endedAt - startedAt > bound + 1) {
    yield `each call ends by its deadline: ${endedAt - startedAt} ms, ${what}`;
  }
  if (error !== undefined && !isIssueTrackingError(error)) yield `errors are the package's own: ${error}, ${what}`;
  const [sentAt] = seen.arrivals.get(name) ?? [];
  // A request that is sent again after its token has ended needs a further slot.
  const hasSlots = (plan.limits[client] ?? requestsOfContext) >= requestsOfContext && !seen.rejected.has(name);
  if (plan.isCalm && kind === 'context' && hasSlots && sentAt !== undefined && endedAt - sentAt > begunMs) {
    yield `who holds a slot waits for nobody: ${endedAt - sentAt} ms after the first request, ${what}`;
  }
  if (plan.isCalm && error !== undefined && deadline === undefined && kind !== 'waitFor') {
    yield `a call without a deadline succeeds where nothing goes wrong: ${error}, ${what}`;
  }
}

/** What must hold of all requests together. */
function* counted({ network, limits, isProtected }: Plan, seen: Seen): Generator<string> {
  const knowsLimit = Math.max(...limits.map((limit) => limit ?? 100)) <= network.limit;
  if (knowsLimit && seen.limited > 0) yield `no 429 within the limit: ${seen.limited}`;
  if (seen.tooEarly > 0) yield `Retry-After is waited for: ${seen.tooEarly} requests too early`;
  for (const [credential, rejectedAt] of seen.rejectedAt) {
    if (isProtected && mostWithin(rejectedAt, 15 * minute) > 4)
      yield `at most 4 × 401: ${rejectedAt.length}, ${credential}`;
  }
  for (const [content, count] of seen.posts) if (count > 1) yield `no POST twice: comment ${content}, ${count} times`;
}

interface Rest {
  readonly plan: Plan;
  readonly clock: SimulatedClock;
  readonly clients: readonly Client[];
  readonly signals: readonly WatchedSignal[];
  readonly seen: Seen;
  readonly another: () => Client;
}

/** What must hold when all calls have ended: nothing of them stays. */
async function atRest({ plan, clock, clients, signals, seen, another }: Rest): Promise<string[]> {
  const broken: string[] = [];
  const listeners = signals.reduce((sum, { listeners }) => sum + listeners(), 0);
  if (listeners > 0) broken.push(`no listener stays: ${listeners}`);
  const queued = clients.reduce((sum, { rateLimit }) => sum + rateLimit.queued, 0);
  if (queued > 0) broken.push(`no call stays in the queue: ${queued}`);
  // Until no failure, slot, pause or revocation counts any more.
  await clock.pass(60 * minute);
  if (clock.sleepers > 0) broken.push(`the program ends: ${clock.sleepers} timers`);
  const used = clients.reduce((sum, { rateLimit }) => sum + rateLimit.used, 0);
  if (used > 0) broken.push(`no slot stays: ${used}`);
  const { faults, wrong401s, limit } = plan.network;
  if (faults > 0 || wrong401s > 0 || plan.store !== 'none' || plan.tokens?.failures) return broken;
  const client = another();
  await clock.run(client.projects.list());
  seen.mostInFlight = seen.inFlight;
  const many = Math.min(8, limit - 1);
  await clock.run(Promise.all(Array.from({ length: many }, () => client.projects.list())));
  const room = plan.isProtected ? Math.min(4, many) : many;
  if (seen.mostInFlight !== room) broken.push(`no place stays: ${seen.mostInFlight} of ${room} in flight`);
  return broken;
}

interface WatchedSignal {
  readonly signal: AbortSignal;
  abort(): void;
  listeners(): number;
}

/** A signal that counts its listeners. */
function watchedSignal(): WatchedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (type: string, listener: EventListener, ...rest: []) => {
    listeners.add(listener);
    addEventListener.call(signal, type, listener, ...rest);
  };
  signal.removeEventListener = (type: string, listener: EventListener, ...rest: []) => {
    listeners.delete(listener);
    removeEventListener.call(signal, type, listener, ...rest);
  };
  return { signal, abort: () => controller.abort(new Error('enough')), listeners: () => listeners.size };
}

/** A store for the limit of several processes, of which the run has one. */
function storeOf(kind: Plan['store'], clock: SimulatedClock, random: Random) {
  if (kind === 'none') return undefined;
  const asked = Promise.withResolvers<void>();
  const freeAt = new Map<string, number>();
  const answer = async () => {
    await clock.sleep(kind === 'slow' ? random.between(100, 3_000) : random.between(0, 5));
    if (kind === 'flaky' && random.chance(0.3)) throw new Error('store lost');
  };
  const store: RateLimitStore = {
    async acquire(_, { limit, leaseMs, windowMs }) {
      asked.resolve();
      await answer();
      for (const [slot, at] of freeAt) if (at <= clock.now()) freeAt.delete(slot);
      if (freeAt.size >= limit) return { ok: false, retryInMs: Math.min(...freeAt.values()) - clock.now() };
      const slot = `${random.next()}`;
      freeAt.set(slot, clock.now() + leaseMs + windowMs);
      return { ok: true, slot };
    },
    async release(_, slot, { afterMs, windowMs }) {
      await answer();
      if (freeAt.has(slot)) freeAt.set(slot, clock.now() + windowMs + afterMs);
    },
    pause: answer,
  };
  return { asked: asked.promise, options: { store, onStoreError: random.pick(['fail', 'local'] as const) } };
}
